# cmake -DLUPDATE=… -DROOT=CHECKOUT -DTEXTS=config_texts.cpp -DINTO=FOLDER -P RefreshWords.cmake: brings the .ts files in FOLDER up to what the
# sources say. The build's target `words` does it to resources/translations, a test to copies.
foreach(language es nl en)
  set(only "")
  if(language STREQUAL en)
    set(only -pluralonly)  # English needs no other words than the sources'
  endif()
  execute_process(
    COMMAND "${LUPDATE}" -silent -no-obsolete -locations none -source-language en -target-language ${language} ${only}
            -I "${ROOT}" "${ROOT}/ui" "${ROOT}/app/core" "${TEXTS}" -ts "${INTO}/fenwick_${language}.ts"
    ERROR_VARIABLE said RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "${said}")
  endif()
endforeach()
