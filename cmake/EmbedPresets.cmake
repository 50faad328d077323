# embed_presets(TARGET FOLDER NAME): every FOLDER/*.json becomes a string inside TARGET, so that the program needs no files beside it.
# NAME is the array that model/config/embedded_presets.h declares; it ends with an entry whose name is null.
function(embed_presets target folder array)
  file(GLOB files CONFIGURE_DEPENDS "${folder}/*.json")
  set(body "")
  foreach(file IN LISTS files)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
    get_filename_component(name "${file}" NAME_WE)
    file(READ "${file}" text)
    string(APPEND body "    {\"${name}\", R\"fenwick(${text})fenwick\"},\n")
  endforeach()
  set(generated "${CMAKE_CURRENT_BINARY_DIR}/${array}.cpp")
  file(CONFIGURE OUTPUT "${generated}" CONTENT "#include \"model/config/embedded_presets.h\"
namespace fenwick::model {
const EmbeddedPreset @array@[] = {
@body@    {nullptr, nullptr}};
}  // namespace fenwick::model
" @ONLY)
  target_sources(${target} PRIVATE "${generated}")
endfunction()
