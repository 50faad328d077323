#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <set>

#include "model/config/config.h"
#include "model/config/labels.h"
#include "model/config/words.h"

namespace fenwick::model {
namespace {

std::string valueText(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number()) {
    const double number = value.get<double>();
    // Rates and the like read better as 2e-3 than as 0.002.
    if (value.is_number_float() && number != 0 && number < 0.01) {
      char text[32];
      std::snprintf(text, sizeof text, "%.6e", number);
      std::string digits(text);
      const std::size_t e = digits.find('e');
      std::string mantissa = digits.substr(0, e);
      mantissa.erase(mantissa.find_last_not_of('0') + 1);
      if (mantissa.back() == '.') mantissa.pop_back();
      return mantissa + "e" + std::to_string(std::atoi(digits.c_str() + e + 1));
    }
    return numberText(number);
  }
  if (!value.is_array()) return value.dump();
  std::string text;
  for (const Json& entry : value) {
    text += text.empty() ? "" : ",";
    text += entry.is_object() ? numberText(entry["length"]) + ":" + numberText(entry["kvPairs"]) + ":" + numberText(entry["examples"])
                              : valueText(entry);
  }
  return text.empty() ? "none" : text;
}

bool counts(const Field& field, const Config& config) { return field.definesVariant && isRelevant(field, config); }

// Only configurations in which a setting counts have a say: what follows from another difference is not told twice.
bool differs(const Field& field, const std::vector<Config>& configs) {
  std::set<std::string> values;
  for (const Config& config : configs) {
    if (counts(field, config)) values.insert(config.value(field.path).dump());
  }
  return values.size() > 1;
}

}  // namespace

std::string settingLabel(const Field& field, const Config& config) {
  const std::string value = valueText(config.value(field.path));
  if (field.kind == FieldKind::Word && field.shortName.empty()) return value;
  const std::string name = field.shortName.empty() ? field.path.substr(field.path.rfind('.') + 1) : field.shortName;
  return name + " " + value;
}

Json variant(const Config& config) {
  Json tree = Json::object();
  for (const Field& field : fields()) {
    if (!counts(field, config)) continue;
    std::string slashes = "/" + field.path;
    std::replace(slashes.begin(), slashes.end(), '.', '/');
    tree[Json::json_pointer(slashes)] = config.value(field.path);
  }
  return tree;
}

std::vector<std::string> variantLabels(const std::vector<Config>& configs) {
  std::vector<const Field*> differing;
  for (const Field& field : fields()) {
    if (differs(field, configs)) differing.push_back(&field);
  }
  // The λ head is what runs are compared by: it comes first.
  std::stable_partition(differing.begin(), differing.end(), [](const Field* f) { return f->path == "model.lambda.head"; });
  std::vector<std::string> labels;
  for (const Config& config : configs) {
    std::string text;
    for (const Field* field : differing) {
      if (counts(*field, config)) text += (text.empty() ? "" : " · ") + settingLabel(*field, config);
    }
    labels.push_back(!text.empty() ? text : lambdaHead(config).empty() ? config.get<std::string>("model.mixer") : lambdaHead(config));
  }
  return labels;
}

}  // namespace fenwick::model
