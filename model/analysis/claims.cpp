#include "model/analysis/claims.h"

#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <stdexcept>

#include "model/analysis/lambda_statistics.h"
#include "model/training/training_run.h"

namespace fenwick::model {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kClaimedOverhead = 0.00007;  // "< 0.007 %"

using Seeds = std::pair<std::uint64_t, std::uint64_t>;
using Number = double (*)(const Behaviour&);

// The behaviours of one variant, by seeds.
struct Observed {
  std::size_t variant = 0;
  std::map<Seeds, Behaviour> runs;
};

struct Question {
  const char* claim;
  const char* measure;
  double unit;
  int wanted;  // the sign that the claim gives the number
  Number number;
};

double aboveFlat(const Behaviour& b) { return b.answerShare - b.flatAnswerShare; }
double normRatio(const Behaviour& b) { return b.stability.gradientNorm99 / b.stability.gradientNormMedian; }

constexpr Question kAlone[] = {
    {"fine levels are high on content tokens, deep ones suppressed", "λ of key, value, query and data tokens on the lower half of the levels less the upper, % of mean λ", 100, 1,
     [](const Behaviour& b) { return b.fineLead; }},
    {"λ routes queries to the level that holds the answer", "share of the effective weight there, above that with every λ alike, points", 100, 1, aboveFlat},
};
constexpr Question kPaired[] = {
    {"λ of the MLP moves, the baseline's is rigid", "standard deviation of λ within levels, % of mean λ", 100, 1, [](const Behaviour& b) { return b.variation; }},
    {"λ of the MLP follows the token", "share of λ's variance explained by the token beyond the level, points", 100, 1,
     [](const Behaviour& b) { return b.tokenShare; }},
    {"recall stops collapsing", "final validation accuracy, points", 100, 1, [](const Behaviour& b) { return b.accuracy; }},
    {"training is more stable", "largest drop of validation accuracy after a peak, points", 100, -1,
     [](const Behaviour& b) { return b.stability.largestDrop; }},
    {"training is more stable", "gradient norm, 99th percentile over median", 1, -1, normRatio},
    {"training is more stable", "steps whose gradient was clipped, points", 100, -1, [](const Behaviour& b) { return b.stability.clippedShare; }},
};

// By chance alone n seeds all fall on one side once in 2^(n-1) times, and then a bootstrap interval leaves 0 out: below six that is more often than 5 %.
constexpr std::int64_t kSeedsForVerdict = 6;

Verdict judge(const PairedDifference& value, int wanted) {
  if (value.pairs < kSeedsForVerdict) return Verdict::Open;
  if (wanted * (wanted > 0 ? value.low : value.high) > 0) return Verdict::Held;
  if (wanted * (wanted > 0 ? value.high : value.low) < 0) return Verdict::NotHeld;
  return Verdict::Open;
}

ClaimResult answered(const Question& question, std::string of, std::vector<double> values) {
  std::erase_if(values, [](double value) { return !std::isfinite(value); });
  const PairedDifference value = pairedDifference(values);
  return {question.claim, question.measure, std::move(of), value, question.unit, judge(value, question.wanted)};
}

// f(ours) − f(theirs) of every pair of seeds.
std::vector<double> differences(const Observed& ours, const Observed& theirs, const std::function<double(const Behaviour&)>& ofOurs,
                                const std::function<double(const Behaviour&)>& ofTheirs) {
  std::vector<double> values;
  for (const auto& [seeds, own] : ours.runs)
    if (const auto other = theirs.runs.find(seeds); other != theirs.runs.end()) values.push_back(ofOurs(own) - ofTheirs(other->second));
  return values;
}

double medianAccuracy(const Observed& observed) {
  std::vector<double> values;
  for (const auto& [seeds, run] : observed.runs) values.push_back(run.accuracy);
  return quantile(values, 0.5);
}

class Claims {
 public:
  Claims(const Comparison& comparison, std::vector<std::string>& faults) : m_comparison(comparison) {
    for (std::size_t i = 0; i < comparison.variants.size(); ++i) m_observed.push_back(observe(i, faults));
  }

  std::vector<ClaimResult> all() {
    for (const Observed& own : m_observed) {
      if (head(own) != "mlp-softplus" || own.runs.empty()) continue;
      for (const Question& question : kAlone) alone(question, own);
      overhead(own);
      if (const Observed* baseline = baselineOf(own)) {
        for (const Question& question : kPaired) paired(question, own, *baseline);
        spread(own, *baseline);
      }
      capacity(own);
    }
    return std::move(m_results);
  }

 private:
  Observed observe(std::size_t variant, std::vector<std::string>& faults) const {
    Observed observed{variant, {}};
    for (const std::size_t place : m_comparison.variants[variant].runs) {
      const ComparedRun& run = m_comparison.runs[place];
      try {
        observed.runs.emplace(Seeds{run.config.get<std::uint64_t>("train.seed"), taskSeed(run.config)}, behaviourOf(run));
      } catch (const std::runtime_error& fault) {
        faults.push_back(fault.what());
      }
    }
    return observed;
  }

  const ComparedRun& firstRun(const Observed& observed) const { return m_comparison.runs[m_comparison.variants[observed.variant].runs.front()]; }
  const std::string& label(const Observed& observed) const { return m_comparison.variants[observed.variant].label; }
  std::string head(const Observed& observed) const { return lambdaHead(firstRun(observed).config); }

  // What is left of a variant's settings without these.
  Json rest(const Observed& observed, const std::vector<std::string>& without) const {
    Json settings = m_comparison.variants[observed.variant].settings.flatten();
    for (auto entry = settings.begin(); entry != settings.end();) {
      bool dropped = false;
      for (const std::string& pointer : without) dropped = dropped || entry.key().starts_with(pointer);
      entry = dropped ? settings.erase(entry) : std::next(entry);
    }
    return settings;
  }

  // The runs of `fixed` that differ in nothing but λ; else in nothing but λ and how weights begin.
  const Observed* baselineOf(const Observed& own) const {
    for (const std::vector<std::string>& without : {std::vector<std::string>{"/model/lambda"}, {"/model/lambda", "/model/init"}})
      for (const Observed& other : m_observed)
        if (head(other) == "fixed" && !other.runs.empty() && rest(other, without) == rest(own, without)) return &other;
    return nullptr;
  }

  void alone(const Question& question, const Observed& own) {
    std::vector<double> values;
    for (const auto& [seeds, run] : own.runs) values.push_back(question.number(run));
    add(answered(question, label(own), std::move(values)));
  }

  std::string pairLabel(const Observed& own, const Observed& baseline) const { return label(own) + " − " + label(baseline); }

  void paired(const Question& question, const Observed& own, const Observed& baseline) {
    add(answered(question, pairLabel(own, baseline), differences(own, baseline, question.number, question.number)));
  }

  // Distances from the own median, as in Brown and Forsythe's test, so that pairs of seeds can be resampled.
  void spread(const Observed& own, const Observed& baseline) {
    const double ours = medianAccuracy(own), theirs = medianAccuracy(baseline);
    static constexpr Question kSpread{"seeds agree more", "distance of a seed's final accuracy from its variant's median, points", 100, -1, nullptr};
    add(answered(kSpread, pairLabel(own, baseline),
                 differences(own, baseline, [=](const Behaviour& b) { return std::abs(b.accuracy - ours); },
                             [=](const Behaviour& b) { return std::abs(b.accuracy - theirs); })));
  }

  // How much more the widest model gains over its baseline than the narrowest; told once, with the narrowest.
  void capacity(const Observed& narrow) {
    const Observed* wide = nullptr;
    const auto width = [this](const Observed& o) { return firstRun(o).config.get<std::int64_t>("model.width"); };
    for (const Observed& other : m_observed) {
      if (head(other) != "mlp-softplus" || other.runs.empty() || rest(other, {"/model/width"}) != rest(narrow, {"/model/width"})) continue;
      if (width(other) < width(narrow)) return;
      if (!wide || width(other) > width(*wide)) wide = &other;
    }
    if (!wide || wide->variant == narrow.variant) return;
    const Observed *narrowBase = baselineOf(narrow), *wideBase = baselineOf(*wide);
    if (!narrowBase || !wideBase) return;
    const auto gain = [](const Observed& ours, const Observed& theirs) {
      std::map<Seeds, double> gains;
      for (const auto& [seeds, run] : ours.runs)
        if (const auto other = theirs.runs.find(seeds); other != theirs.runs.end()) gains.emplace(seeds, run.accuracy - other->second.accuracy);
      return gains;
    };
    const std::map<Seeds, double> low = gain(narrow, *narrowBase), high = gain(*wide, *wideBase);
    std::vector<double> values;
    for (const auto& [seeds, value] : high)
      if (const auto other = low.find(seeds); other != low.end()) values.push_back(value - other->second);
    static constexpr Question kCapacity{"the gain grows with the model", "gain in final accuracy over fixed at the largest width less that at the smallest, points", 100, 1,
                                        nullptr};
    add(answered(kCapacity, "width " + std::to_string(width(*wide)) + " − width " + std::to_string(width(narrow)), std::move(values)));
  }

  // Counted, not measured: the same for every seed.
  void overhead(const Observed& own) {
    const double share = own.runs.begin()->second.lambdaOverhead;
    add({"the λ head costs less than 0.007 % of the parameters", "parameters of the λ head, % of all others", label(own),
         {static_cast<std::int64_t>(own.runs.size()), share, share, share}, 100, share < kClaimedOverhead ? Verdict::Held : Verdict::NotHeld});
  }

  // A task without such tokens, or a run without such records, says nothing to a claim.
  void add(ClaimResult result) {
    if (result.value.pairs > 0) m_results.push_back(std::move(result));
  }

  const Comparison& m_comparison;
  std::vector<Observed> m_observed;
  std::vector<ClaimResult> m_results;
};

}  // namespace

const char* verdictName(Verdict verdict) {
  switch (verdict) {
    case Verdict::Held: return "held";
    case Verdict::NotHeld: return "not held";
    case Verdict::Open: return "open";
  }
  return "";
}

Behaviour behaviourOf(const ComparedRun& run) {
  Behaviour result{kNaN, kNaN, kNaN, kNaN, kNaN, {}, run.finalAccuracy.value_or(kNaN), summarize(run.config).lambdaOverhead};
  const RunFolder folder(run.folder);
  if (const std::vector<std::int64_t> steps = folder.lambdaSteps(); !steps.empty()) {
    const std::map<std::string, double> means = [&] {
      const auto list = meanLambdaMeasures(lambdaStatistics(readLambdaSnapshot(folder.lambdaPath(steps.back()))));
      return std::map<std::string, double>(list.begin(), list.end());
    }();
    const auto number = [&](const char* name) { return means.contains(name) ? means.at(name) : kNaN; };
    result.variation = number("variation");
    result.tokenShare = number("token_share");
    result.fineLead = number("fine_lead");
    result.answerShare = number("answer_share");
    result.flatAnswerShare = number("flat_answer_share");
  }
  result.stability = stability(EventLogReader(run.folder).readNew(), run.config.get<double>("train.clipNorm"));
  return result;
}

std::vector<ClaimResult> checkClaims(const Comparison& comparison, std::vector<std::string>& faults) { return Claims(comparison, faults).all(); }

}  // namespace fenwick::model
