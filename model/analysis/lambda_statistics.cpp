#include "model/analysis/lambda_statistics.h"

#include <cmath>
#include <limits>
#include <map>
#include <span>
#include <unordered_map>

#include "kernels/fenwick.h"
#include "model/analysis/queries.h"

namespace fenwick::model {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

struct Cell {
  std::int64_t position, token, level;
  Role role;
  double lambda;
};

std::vector<Cell> activeCells(const LambdaSnapshot& s, std::int64_t layer, std::int64_t head) {
  const std::int64_t levels = std::min<std::int64_t>(s.levels, kernels::levelCount(s.length));
  std::vector<Cell> cells;
  for (std::int64_t sample = 0; sample < s.samples; ++sample)
    for (std::int64_t t = 0; t < s.length; ++t) {
      const auto at = static_cast<std::size_t>(sample * s.length + t);
      for (std::int64_t level = 0; level < levels; ++level)
        if (kernels::isActive(t, static_cast<int>(level)))
          cells.push_back({t, s.tokens[at], level, static_cast<Role>(s.roles[at]), static_cast<double>(s.lambdaAt(layer, sample, t, head, level))});
    }
  return cells;
}

struct Group {
  std::int64_t count = 0;
  double sum = 0;
  void add(double value) { ++count, sum += value; }
  double mean() const { return count == 0 ? kNaN : sum / static_cast<double>(count); }
};

// The variance that is left within groups, and how many there are.
struct Within {
  double squares = 0;
  std::int64_t groups = 0;
  double variance(std::int64_t cells) const {
    return cells > groups ? squares / static_cast<double>(cells - groups) : kNaN;
  }
};

template <class KeyOf>
Within within(const std::vector<Cell>& cells, KeyOf&& keyOf) {
  std::unordered_map<std::int64_t, Group> groups;
  for (const Cell& cell : cells) groups[keyOf(cell)].add(cell.lambda);
  Within result;
  result.groups = static_cast<std::int64_t>(groups.size());
  for (const Cell& cell : cells) {
    const double off = cell.lambda - groups[keyOf(cell)].mean();
    result.squares += off * off;
  }
  return result;
}

void explainVariance(const std::vector<Cell>& cells, LambdaStatistics& result) {
  constexpr std::int64_t kLevels = 64;  // more than any model has
  const auto count = static_cast<std::int64_t>(cells.size());
  const double all = within(cells, [](const Cell&) { return 0; }).variance(count);
  const double level = within(cells, [](const Cell& c) { return c.level; }).variance(count);
  const double token = within(cells, [](const Cell& c) { return c.token * kLevels + c.level; }).variance(count);
  const double position = within(cells, [](const Cell& c) { return c.position * kLevels + c.level; }).variance(count);
  result.variation = std::sqrt(level) / std::abs(result.mean);
  const bool varies = all > 0;
  result.levelShare = varies ? 1 - level / all : kNaN;
  result.tokenShare = varies ? (level - token) / all : kNaN;
  result.positionShare = varies ? (level - position) / all : kNaN;
}

bool carriesContent(Role role) { return role == Role::Key || role == Role::Value || role == Role::Query || role == Role::Data; }

void lookAtRoles(const std::vector<Cell>& cells, std::int64_t length, LambdaStatistics& result) {
  const auto levels = static_cast<std::size_t>(kernels::levelCount(length));
  std::map<Role, std::vector<Group>> groups;
  Group fine, deep;
  for (const Cell& cell : cells) {
    std::vector<Group>& ofRole = groups[cell.role];
    ofRole.resize(levels);
    ofRole[static_cast<std::size_t>(cell.level)].add(cell.lambda);
    if (carriesContent(cell.role)) (2 * cell.level < static_cast<std::int64_t>(levels) ? fine : deep).add(cell.lambda);
  }
  for (const auto& [role, ofRole] : groups) {
    std::vector<RoleLevel> row;
    for (const Group& group : ofRole) row.push_back({group.count, group.mean()});
    result.roles.emplace_back(role, std::move(row));
  }
  result.fineLead = (fine.mean() - deep.mean()) / result.mean;
}

// Of query t's effective weight, the share that lies on one level.
double shareOnLevel(const LambdaSnapshot& s, std::int64_t layer, std::int64_t head, const Query& query, bool flat) {
  const std::size_t row = static_cast<std::size_t>((layer * s.samples + query.sample) * s.length);
  double passed = 0, onLevel = 0, all = 0;  // passed: the log gates from behind the source to the query
  for (std::int64_t source = query.position; source >= 0; --source) {
    const int level = kernels::levelOf(query.position, source);
    const double lambda = flat ? 1 : static_cast<double>(s.lambdaAt(layer, query.sample, query.position, head, level));
    const double weight = std::abs(lambda) * std::exp(passed);
    all += weight;
    if (level == query.level()) onLevel += weight;
    passed += static_cast<double>(s.gate[(row + static_cast<std::size_t>(source)) * static_cast<std::size_t>(s.heads) + static_cast<std::size_t>(head)]);
  }
  return onLevel / all;
}

void lookAtRouting(const LambdaSnapshot& s, const std::vector<Query>& queries, LambdaStatistics& result) {
  Group share, flat;
  for (const Query& query : queries) {
    share.add(shareOnLevel(s, result.layer, result.head, query, false));
    flat.add(shareOnLevel(s, result.layer, result.head, query, true));
  }
  result.queries = share.count;
  result.answerShare = share.mean();
  result.flatAnswerShare = flat.mean();
}

}  // namespace

std::vector<LambdaStatistics> lambdaStatistics(const LambdaSnapshot& snapshot) {
  if (snapshot.lambda.empty()) return {};
  const TokenBatch batch{snapshot.samples, snapshot.length, snapshot.tokens, snapshot.targets, snapshot.roles};
  const std::vector<Query> queries = queriesOf(batch, snapshot.correct, snapshot.targetLogProb);
  std::vector<LambdaStatistics> all;
  for (std::int64_t layer = 0; layer < snapshot.layers; ++layer)
    for (std::int64_t head = 0; head < snapshot.heads; ++head) {
      const std::vector<Cell> cells = activeCells(snapshot, layer, head);
      LambdaStatistics result;
      result.layer = layer;
      result.head = head;
      result.cells = static_cast<std::int64_t>(cells.size());
      Group lambda;
      for (const Cell& cell : cells) lambda.add(cell.lambda);
      result.mean = lambda.mean();
      explainVariance(cells, result);
      lookAtRoles(cells, snapshot.length, result);
      lookAtRouting(snapshot, queries, result);
      all.push_back(std::move(result));
    }
  return all;
}

std::vector<std::pair<std::string, double>> lambdaMeasures(const LambdaStatistics& s) {
  return {{"mean", s.mean},
          {"variation", s.variation},
          {"level_share", s.levelShare},
          {"token_share", s.tokenShare},
          {"position_share", s.positionShare},
          {"fine_lead", s.fineLead},
          {"answer_share", s.answerShare},
          {"flat_answer_share", s.flatAnswerShare}};
}

std::vector<std::pair<std::string, double>> meanLambdaMeasures(const std::vector<LambdaStatistics>& all) {
  std::vector<std::pair<std::string, Group>> groups;
  for (const LambdaStatistics& one : all) {
    const auto measures = lambdaMeasures(one);
    groups.resize(measures.size());
    for (std::size_t i = 0; i < measures.size(); ++i) {
      const auto& [name, value] = measures[i];
      groups[i].first = name;
      const bool counts = !name.ends_with("answer_share") || one.layer == all.back().layer;
      if (counts && !std::isnan(value)) groups[i].second.add(value);
    }
  }
  std::vector<std::pair<std::string, double>> means;
  for (const auto& [name, group] : groups) means.emplace_back(name, group.mean());
  return means;
}

}  // namespace fenwick::model
