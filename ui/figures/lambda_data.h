#pragma once

#include <string>

#include "model/io/tensor_file.h"
#include "ui/figures/figure_recipe.h"
#include "ui/views/lambda_maps.h"

namespace fenwick::ui {

// The numbers of a figure of λ.

// Of one layer, head and sample: lambda, active [T, L]; tokens, targets, roles, correct, targetLogProb [T]; step, layer, head, sample.
model::TensorFile lambdaTensors(const LambdaSlice& slice);

// Of any layout: values, states [maps, rows, columns] (states: 0 counts, 1 empty level, 2 untrained level, 3 no cell); run, step, second
// [maps] (second: a spread or a difference); where columns are tokens also tokens, targets, roles, correct [maps, columns]; where they are
// steps columnSteps [columns].
model::TensorFile mapTensors(const LambdaMaps& maps, const std::vector<MapSubject>& subjects);

// A line for each token and level of one map, and for each cell of each map of any layout.
std::string lambdaTable(const LambdaSlice& slice, char separator);
std::string mapsTable(const LambdaMaps& maps, const std::vector<MapSubject>& subjects, const QVector<RecipeRun>& runs, char separator);

}  // namespace fenwick::ui
