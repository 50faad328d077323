#include "ui/figures/export_command.h"

#include <algorithm>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "app/core/folder_follower.h"
#include "model/config/config.h"
#include "ui/figures/figure.h"
#include "ui/figures/figure_file.h"
#include "ui/figures/lambda_figure.h"
#include "ui/figures/recorded_run.h"
#include "ui/views/lambda_runs.h"

namespace fenwick::ui {
namespace {

constexpr int kDone = 0, kFailed = 1, kWrongUsage = 2;

const char* const kHelp =
    R"(usage: fenwick-lab --export curves|lambda|compare RUN… --out FILE.pdf|.svg|.png [options]
       fenwick-lab --export again FIGURE [--out FILE]

Draws a figure from run folders, without a window. RUN is a run folder; lambda takes one, as RUN or RUN@STEP, or several side by side.
Every figure holds its recipe: again draws it from the same runs as they are now, over itself or to another file.

  --out FILE          the figure; the ending chooses the format
  --width-mm W        width in millimetres (170)
  --height-mm H       height in millimetres (what suits the figure)
  --dpi N             PNG: pixels to the inch (300)
  --font-pt S         size of all text in points (8)
  --line-pt W         curves and compare: width of the lines in points (0.9)
  --legend PLACE      curves and compare: above, below, right, top-left, top-right, bottom-left, bottom-right (in the first plot) or
                      none (above; a comparison names its variants anyhow)
  --text text|paths   SVG: text with its font embedded, or outlines (text)
  --data              data beside the figure: .csv for curves and compare, .npz and .csv for lambda
  --smoothing W       curves: weight of the past in the moving average, 0 to 0.999 (0)
  --subject NAME      curves: training, or lambda (what it does at each snapshot) (training)
  --log               curves: logarithmic loss, gradient norm and learning rate
  --spread NAME       compare: seeds (each run and the median), std (mean ± std) or min-max (seeds)
  --step S            lambda: the recorded step (the last; of runs side by side the nearest to it of each)
  --layout NAME       lambda: levels, all-heads, all-levels, heads, levels-by-heads, over-steps, or runs (2 to 9, side by side)
                      (levels; runs where several are given)
  --layer N --head N --sample N    lambda: which map (0 0 0)
  --level N           lambda heads: which level (0)
  --role NAME         lambda levels-by-heads and over-steps: the tokens of the means, such as key (all)
  --baseline RUN      lambda runs: one of them; beside each other one its difference from this one
  --second-limits LOW,HIGH         lambda: colour limits of a spread or a difference (by the values)
  --tree TOKEN        lambda levels: the Fenwick tree of this token below the map
  --over-training     lambda: a picture of each recorded step with one scale of colours; --out FILE.gif is an animated GIF, a folder or
                      FILE.png a PNG of each, with the step in place of % or at the end of the name (--dpi 120)
  --frame-ms N        .gif: how long each picture stays, 20 to 10000 (400)
  --map NAME          lambda: viridis, cividis, magma, grey or blue-red (viridis)
  --scale NAME        lambda: linear, log or diverging about 1 (linear)
  --limits LOW,HIGH   lambda: colour limits (1 and 99 % percentile of the active cells)
  --no-hatch          lambda: show the values of empty levels as well
  --help              this text
)";

struct Request {
  FigureKind figure = FigureKind::Curves;
  bool again = false;  // `runs` is a figure whose recipe is drawn again
  QStringList runs;
  FigureOptions options;
  QString baseline;  // as it was typed
  QStringList faults;
  bool help = false;
  bool layoutChosen = false, densityChosen = false;
};

// The word that is nearest to what was typed, by edit distance.
QString nearest(const QString& typed, const QStringList& known) {
  const auto distance = [](const QString& a, const QString& b) {
    std::vector<qsizetype> row(static_cast<std::size_t>(b.size()) + 1);
    for (std::size_t j = 0; j < row.size(); ++j) row[j] = static_cast<qsizetype>(j);
    for (qsizetype i = 1; i <= a.size(); ++i) {
      qsizetype diagonal = row[0];
      row[0] = i;
      for (std::size_t j = 1; j < row.size(); ++j) {
        const qsizetype up = row[j];
        row[j] = std::min({up + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[static_cast<qsizetype>(j) - 1] ? 0 : 1)});
        diagonal = up;
      }
    }
    return row.back();
  };
  return *std::min_element(known.begin(), known.end(),
                           [&](const QString& a, const QString& b) { return distance(typed, a) < distance(typed, b); });
}

// Several runs stand side by side; everything else is of one.
void checkLambda(Request& request) {
  MapFigureOptions& maps = request.options.maps;
  const qsizetype runs = request.runs.size();
  if (!request.layoutChosen && runs > 1) maps.layout = MapLayout::Runs;
  if (maps.layout != MapLayout::Runs && runs > 1)
    request.faults << QString("lambda draws one run in the layout %1, %2 were given; runs draws them side by side").arg(mapLayoutName(maps.layout)).arg(runs);
  if (maps.layout == MapLayout::Runs && (runs < 2 || runs > LambdaRuns::kMost))
    request.faults << QString("layout: runs stands 2 to %1 runs side by side, %2 were given").arg(LambdaRuns::kMost).arg(runs);
  if (!request.baseline.isEmpty()) {
    if (maps.layout != MapLayout::Runs) request.faults << QString("--baseline: belongs to the layout runs, not to %1").arg(mapLayoutName(maps.layout));
    if (!request.runs.contains(request.baseline) && runs > 0)
      request.faults << QString("--baseline: expected one of the runs, got \"%1\"; the nearest is %2").arg(request.baseline, nearest(request.baseline, request.runs));
  }
  if (maps.overTraining && !request.densityChosen) request.options.dpi = kPictureDpi;
}

Request parse(const QStringList& arguments) {
  Request request;
  FigureOptions& options = request.options;
  const auto number = [&](const QString& name, const QString& text, auto& into) {
    bool good = false;
    const double value = text.toDouble(&good);
    using Target = std::remove_reference_t<decltype(into)>;
    if (!good || (std::is_integral_v<Target> && value != static_cast<double>(static_cast<qint64>(value)))) {
      request.faults << QString("%1: expected %2, got \"%3\"")
                            .arg(name, std::is_integral_v<Target> ? "a whole number" : "a number", text);
      return;
    }
    into = static_cast<Target>(value);
  };
  const auto limits = [&](const QString& name, const QString& text, double& lower, double& upper) {
    const QStringList parts = text.split(',');
    if (parts.size() != 2) {
      request.faults << QString("%1: expected LOW,HIGH, got \"%2\"").arg(name, text);
      return;
    }
    number(name, parts[0], lower);
    number(name, parts[1], upper);
    if (!(lower < upper)) request.faults << QString("%1: the lower one must be below the upper one, got %2").arg(name, text);
  };
  bool chosen = false;
  const std::map<QString, std::function<void(const QString&, const QString&)>> withValue = {
      {"--export",
       [&](const QString& name, const QString& text) {
         chosen = true;
         request.again = text == "again";
         bool known = request.again;
         for (const FigureKind kind : {FigureKind::Curves, FigureKind::Lambda, FigureKind::Compare}) {
           if (figureKindName(kind) != text) continue;
           request.figure = kind;
           known = true;
         }
         if (!known) request.faults << QString("%1: expected curves, lambda, compare or again, got \"%2\"").arg(name, text);
       }},
      {"--out", [&](const QString&, const QString& text) { options.file = text; }},
      {"--width-mm", [&](const QString& name, const QString& text) { number(name, text, options.widthMm); }},
      {"--height-mm", [&](const QString& name, const QString& text) { number(name, text, options.heightMm); }},
      {"--dpi",
       [&](const QString& name, const QString& text) {
         request.densityChosen = true;
         number(name, text, options.dpi);
       }},
      {"--font-pt", [&](const QString& name, const QString& text) { number(name, text, options.fontPt); }},
      {"--line-pt", [&](const QString& name, const QString& text) { number(name, text, options.lineWidthPt); }},
      {"--legend",
       [&](const QString& name, const QString& text) {
         QStringList known;
         for (const LegendPlace place : kLegendPlaces) known << legendPlaceName(place);
         if (const qsizetype place = known.indexOf(text); place >= 0)
           options.legend = kLegendPlaces[place];
         else
           request.faults << QString("%1: expected one of %2, got \"%3\"; the nearest is %4").arg(name, known.join(", "), text, nearest(text, known));
       }},
      {"--smoothing", [&](const QString& name, const QString& text) { number(name, text, options.smoothing); }},
      {"--step", [&](const QString& name, const QString& text) { number(name, text, options.step); }},
      {"--layer", [&](const QString& name, const QString& text) { number(name, text, options.layer); }},
      {"--head", [&](const QString& name, const QString& text) { number(name, text, options.head); }},
      {"--sample", [&](const QString& name, const QString& text) { number(name, text, options.sample); }},
      {"--spread",
       [&](const QString& name, const QString& text) {
         const auto known = std::find_if(std::begin(kSpreads), std::end(kSpreads), [&](Spread s) { return spreadName(s) == text; });
         if (known == std::end(kSpreads)) {
           request.faults << QString("%1: expected seeds, std or min-max, got \"%2\"").arg(name, text);
         } else {
           options.spread = *known;
         }
       }},
      {"--subject",
       [&](const QString& name, const QString& text) {
         if (text != "training" && text != "lambda") request.faults << QString("%1: expected training or lambda, got \"%2\"").arg(name, text);
         options.subject = text == "lambda" ? CurveSubject::Lambda : CurveSubject::Training;
       }},
      {"--layout",
       [&](const QString& name, const QString& text) {
         request.layoutChosen = true;
         QStringList known;
         for (const MapLayout layout : kMapLayouts) known << mapLayoutName(layout);
         if (const qsizetype index = known.indexOf(text); index >= 0)
           options.maps.layout = kMapLayouts[index];
         else
           request.faults << QString("%1: expected one of %2, got \"%3\"; the nearest is %4").arg(name, known.join(", "), text, nearest(text, known));
       }},
      {"--role",
       [&](const QString& name, const QString& text) {
         options.maps.role = roleNamed(text);
         if (!options.maps.role)
           request.faults << QString("%1: expected one of %2, got \"%3\"; the nearest is %4").arg(name, roleNames().join(", "), text, nearest(text, roleNames()));
       }},
      {"--level", [&](const QString& name, const QString& text) { number(name, text, options.maps.level); }},
      {"--tree", [&](const QString& name, const QString& text) { number(name, text, options.maps.treeToken); }},
      {"--frame-ms", [&](const QString& name, const QString& text) { number(name, text, options.maps.frameMs); }},
      {"--baseline", [&](const QString&, const QString& text) { request.baseline = text; }},
      {"--second-limits", [&](const QString& name, const QString& text) { limits(name, text, options.maps.secondLower, options.maps.secondUpper); }},
      {"--map", [&](const QString&, const QString& text) { options.colourMap = text; }},
      {"--scale", [&](const QString&, const QString& text) { options.scale = text; }},
      {"--text",
       [&](const QString& name, const QString& text) {
         options.textAsPaths = text == "paths";
         if (text != "paths" && text != "text")
           request.faults << QString("%1: expected text or paths, got \"%2\"").arg(name, text);
       }},
      {"--limits", [&](const QString& name, const QString& text) { limits(name, text, options.lower, options.upper); }},
  };
  const std::map<QString, std::function<void()>> switches = {
      {"--data", [&] { options.dataBeside = true; }},
      {"--log", [&] { options.logLoss = true; }},
      {"--no-hatch", [&] { options.hatchInert = false; }},
      {"--over-training", [&] { options.maps.overTraining = true; }},
      {"--help", [&] { request.help = true; }},
  };
  for (qsizetype i = 0; i < arguments.size(); ++i) {
    const QString& argument = arguments[i];
    if (!argument.startsWith("--")) {
      request.runs << argument;
      continue;
    }
    const QString name = argument.section('=', 0, 0);
    if (const auto found = switches.find(name); found != switches.end()) {
      found->second();
    } else if (const auto taking = withValue.find(name); taking != withValue.end()) {
      if (argument.contains('='))
        taking->second(name, argument.section('=', 1));
      else if (i + 1 < arguments.size() && !arguments[i + 1].startsWith("--"))
        taking->second(name, arguments[++i]);
      else
        request.faults << QString("%1 needs a value").arg(name);
    } else {
      QStringList known;
      for (const auto& [each, unused] : withValue) known << each;
      for (const auto& [each, unused] : switches) known << each;
      request.faults << QString("there is no option %1; the nearest is %2").arg(name, nearest(name, known));
    }
  }
  if (request.help) return request;
  if (!chosen && request.faults.isEmpty()) request.faults << QString("--export needs curves, lambda, compare or again");
  if (request.again) {
    if (request.runs.size() != 1) request.faults << QString("again draws one figure, %1 were given").arg(request.runs.size());
    if (options.file.isEmpty() && request.runs.size() == 1) options.file = request.runs[0];
    return request;
  }
  if (request.runs.isEmpty()) request.faults << QString("no run folder was given");
  if (request.figure == FigureKind::Lambda) checkLambda(request);
  if (options.file.isEmpty())
    request.faults << QString("--out FILE is missing");
  else
    request.faults << problems(options);
  return request;
}

using RecordedRuns = std::vector<std::unique_ptr<RecordedRun>>;

QStringList write(FigureKind kind, const QVector<CurvesPanel::Entry>& entries, const RecordedRuns& runs, const FigureOptions& options) {
  switch (kind) {
    case FigureKind::Lambda:
      return exportLambda(recordedSubjects(entries, runs, options), options);
    case FigureKind::Compare:
      return exportCompare(entries, options);
    case FigureKind::Curves:
      break;
  }
  return exportCurves(entries, options);
}

// From the runs that the figure's recipe names, as it says.
QStringList drawAgain(const Request& request) {
  const RecordedFigure figure = readFigure(request.runs[0]);
  FigureOptions options = figure.recipe.options;
  options.file = request.options.file;
  return write(figure.recipe.kind, figure.entries(), figure.runs, options);
}

QStringList draw(Request& request) {
  if (request.again) return drawAgain(request);
  RecordedRuns runs;
  QVector<CurvesPanel::Entry> entries;
  std::vector<model::Json> variants;
  for (const QString& text : request.runs) {
    std::filesystem::path folder = app::toPath(text);
    // A folder may itself hold an @: what exists is taken as it stands.
    if (request.figure == FigureKind::Lambda && request.runs.size() == 1 && !std::filesystem::exists(folder)) {
      const model::RunReference reference = model::parseRunReference(folder.string());
      folder = reference.folder;
      bool good = false;
      const qint64 step = QString::fromStdString(reference.step).toLongLong(&good);
      if (good)
        request.options.step = step;
      else if (!reference.step.empty() && reference.step != "last") {
        throw std::runtime_error(text.toStdString() + ": expected a step or \"last\" after the @");
      }
    }
    runs.push_back(std::make_unique<RecordedRun>(folder));
    std::size_t slot = runs.size() - 1;
    if (request.figure == FigureKind::Compare) {  // a colour for each variant there
      const model::Json variant = model::variant(runs.back()->config());
      slot = static_cast<std::size_t>(std::find(variants.begin(), variants.end(), variant) - variants.begin());
      if (slot == variants.size()) variants.push_back(variant);
    }
    CurvesPanel::Entry entry{runs.back().get(), runStyle(static_cast<int>(slot))};
    entry.style.label = QString::fromStdString(runs.back()->info().name);
    if (entry.style.label.isEmpty()) entry.style.label = QString::fromStdString(folder.filename().string());
    if (text == request.baseline) request.options.maps.baseline = QString::fromStdString(runs.back()->info().id);
    entries.append(entry);
  }
  if (request.options.maps.layout == MapLayout::Runs) {
    const QVector<RunStyle> styles = variantStyles(entries);
    for (qsizetype i = 0; i < entries.size(); ++i) entries[i].style.colour = styles[i].colour, entries[i].style.dash = styles[i].dash;
  }
  return write(request.figure, entries, runs, request.options);
}

}  // namespace

int exportCommand(const QStringList& arguments, QTextStream& out, QTextStream& errors) {
  Request request = parse(arguments);
  if (request.help) {
    out << QString::fromUtf8(kHelp);
    return kDone;
  }
  if (!request.faults.isEmpty()) {
    for (const QString& fault : request.faults) errors << "fenwick-lab: " << fault << "\n";
    errors << "fenwick-lab --export --help tells the options\n";
    return kWrongUsage;
  }
  try {
    out << draw(request).join('\n') << "\n";
    return kDone;
  } catch (const std::exception& error) {
    errors << "fenwick-lab: " << QString::fromUtf8(error.what()) << "\n";
    return kFailed;
  }
}

int exportCommand(const QStringList& arguments) {
  QTextStream out(stdout), errors(stderr);
  return exportCommand(arguments, out, errors);
}

}  // namespace fenwick::ui
