#include "model/torch/cuda/lookup.h"

#include <ATen/ATen.h>
#include <c10/cuda/CUDAStream.h>
#include <torch/csrc/autograd/custom_function.h>

#include <stdexcept>

#include "kernels/cuda/lookup.h"
#include "kernels/cuda/selected.h"

namespace fenwick::model::cuda {
namespace {

using at::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

constexpr std::int64_t kFewEntries = 1024;  // the kernel compares each index with each entry

kernels::cuda::Lookup lookupOf(const variable_list& tables, const variable_list& rows, const Tensor& indices) {
  kernels::cuda::Lookup lookup;
  for (std::size_t i = 0; i < tables.size(); ++i)
    lookup.tables[i] = {tables[i].data_ptr<float>(), rows[i].data_ptr<float>(), static_cast<int>(tables[i].size(1))};
  lookup.tableCount = static_cast<int>(tables.size());
  lookup.indices = indices.const_data_ptr<std::int64_t>();
  lookup.count = indices.size(0);
  lookup.entries = tables[0].size(0);
  return lookup;
}

class LookUpFunction : public torch::autograd::Function<LookUpFunction> {
 public:
  static variable_list forward(AutogradContext* node, const Tensor& indices, at::TensorList given) {
    variable_list tables, rows;
    for (const Tensor& table : given) {
      tables.push_back(table.contiguous());
      rows.push_back(at::empty({indices.size(0), table.size(1)}, table.options()));
    }
    node->save_for_backward({indices});
    node->saved_data["entries"] = tables[0].size(0);
    kernels::cuda::lookUp(lookupOf(tables, rows, indices), c10::cuda::getCurrentCUDAStream().stream());
    return rows;
  }

  static variable_list backward(AutogradContext* node, variable_list gradients) {
    const Tensor indices = node->get_saved_variables()[0];
    const std::int64_t entries = node->saved_data["entries"].toInt();
    variable_list tables = entries <= kFewEntries ? addUp(gradients, indices, entries) : addUpSorted(gradients, indices, entries);
    tables.insert(tables.begin(), Tensor());
    return tables;
  }

 private:
  static variable_list addUp(const variable_list& gradients, const Tensor& indices, std::int64_t entries) {
    variable_list rows, tables;
    for (const Tensor& gradient : gradients) {
      rows.push_back(gradient.contiguous());
      tables.push_back(at::empty({entries, gradient.size(1)}, gradient.options()));
    }
    kernels::cuda::addUp(lookupOf(tables, rows, indices), c10::cuda::getCurrentCUDAStream().stream());
    return tables;
  }

  // LibTorch's accumulating index_put sorts the indices and adds each entry's rows in their order.
  static variable_list addUpSorted(const variable_list& gradients, const Tensor& indices, std::int64_t entries) {
    variable_list tables;
    for (const Tensor& gradient : gradients)
      tables.push_back(at::zeros({entries, gradient.size(1)}, gradient.options()).index_put_({indices}, gradient, true));
    return tables;
  }
};

class PickFunction : public torch::autograd::Function<PickFunction> {
 public:
  static Tensor forward(AutogradContext* node, const Tensor& given, const Tensor& places, std::int64_t length) {
    const Tensor x = given.contiguous(), rows = at::empty({places.size(0), x.size(1)}, x.options());
    node->save_for_backward({places});
    node->saved_data["tokens"] = x.size(0);
    node->saved_data["length"] = length;
    kernels::cuda::lookUp(lookupOf({x}, {rows}, places), c10::cuda::getCurrentCUDAStream().stream());
    return rows;
  }

  static variable_list backward(AutogradContext* node, variable_list gradients) {
    const Tensor places = node->get_saved_variables()[0], rows = gradients[0].contiguous();
    kernels::cuda::Picked call;
    const std::int64_t tokens = node->saved_data["tokens"].toInt();
    call.length = node->saved_data["length"].toInt();
    call.batch = tokens / call.length;
    call.queries = places.size(0);
    call.width = static_cast<int>(rows.size(1));
    call.places = places.const_data_ptr<std::int64_t>();
    call.rows = rows.const_data_ptr<float>();
    const Tensor x = at::empty({tokens, rows.size(1)}, rows.options());
    call.tokens = x.mutable_data_ptr<float>();
    kernels::cuda::spreadRows(call, c10::cuda::getCurrentCUDAStream().stream());
    return {x, Tensor(), Tensor()};
  }
};

}  // namespace

Tensor pickRows(const Tensor& x, const Tensor& places, std::int64_t length) { return PickFunction::apply(x, places, length); }

std::vector<Tensor> lookUp(const std::vector<Tensor>& tables, const Tensor& indices) {
  if (tables.empty() || tables.size() > kernels::cuda::kMostTables) throw std::logic_error("tables that are looked up together: 1 to 5");
  std::vector<Tensor> whole;
  for (const Tensor& table : tables) whole.push_back(table.to(at::kFloat));
  std::vector<Tensor> rows = LookUpFunction::apply(indices, at::TensorList(whole));
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = rows[i].to(tables[i].scalar_type());
  return rows;
}

}  // namespace fenwick::model::cuda
