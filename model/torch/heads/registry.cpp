#include <stdexcept>

#include "model/torch/lambda_head.h"

namespace fenwick::model {
namespace {

// The one list that a new λ head's file is added to.
std::vector<LambdaHeadEntry> entries() {
  std::vector<LambdaHeadEntry> all;
  for (const auto family : {linearHeads, mlpHeads, constantHeads})
    for (LambdaHeadEntry& entry : family()) all.push_back(std::move(entry));
  return all;
}

LambdaHeadEntry entry(const std::string& name) {
  std::string names;
  for (LambdaHeadEntry& candidate : entries()) {
    if (candidate.recipe.name == name) return std::move(candidate);
    names += (names.empty() ? "" : ", ") + candidate.recipe.name;
  }
  throw std::invalid_argument("model.lambda.head: there is no λ head '" + name + "', only " + names);
}

}  // namespace

std::vector<LambdaHeadRecipe> lambdaHeadRecipes() {
  std::vector<LambdaHeadRecipe> recipes;
  for (LambdaHeadEntry& candidate : entries()) recipes.push_back(std::move(candidate.recipe));
  return recipes;
}

LambdaHeadRecipe lambdaHeadRecipe(const std::string& name) { return entry(name).recipe; }

std::unique_ptr<LambdaHead> makeLambdaHead(const ModelOptions& options, const ParameterLookup& lookup) {
  return entry(options.lambdaHead).make(options, lookup);
}

}  // namespace fenwick::model
