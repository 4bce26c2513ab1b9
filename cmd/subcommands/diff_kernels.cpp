#include "cmd/subcommands/diff_kernels.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>

#include "cmd/error.h"
#include "cmd/flags/kernel_flags.h"
#include "cmd/flags/output_flags.h"
#include "cmd/flags/read.h"
#include "cmd/report/report.h"
#include "cmd/report/table.h"
#include "cmd/subcommands/kernel_rows.h"
#include "core/layout/text.h"

namespace layoutq {

namespace {

enum class Change { none, better, other, worse };

/// An operation of the first dump and its counterpart in the second. Either may be null.
struct Pair {
  const KernelRow* first = nullptr;
  const KernelRow* second = nullptr;

  const KernelRow& last() const { return second != nullptr ? *second : *first; }
};

std::vector<KernelRow> rows_of(const InspectedFile& file) {
  std::vector<KernelRow> rows;
  for (const InspectedFunction& function : file.functions()) {
    for (const InspectedOperation& operation : function.inspection.operations) {
      rows.push_back({&function, &operation});
    }
  }
  return rows;
}

/// Returns the name without the number that MLIR appends to make it unique: "v" for "v_12", an
/// empty text for "12".
std::string_view stem(std::string_view name) {
  const std::size_t end = name.find_last_not_of("0123456789");
  if (end == std::string_view::npos) return {};
  return end > 0 && end + 1 < name.size() && name[end] == '_' ? name.substr(0, end) : name;
}

/// Pairs the operations of two dumps, in order, within each function and kind. First pairs those
/// with the same source line and name, then those with the same name, because lines move, then
/// those with the same line, because names change, and then the rest.
std::vector<Pair> match(const std::vector<KernelRow>& first, const std::vector<KernelRow>& second,
                        bool by_function) {
  std::vector<const KernelRow*> partner(first.size(), nullptr);
  std::vector<bool> taken(second.size());
  const auto pair_by = [&](bool line, bool name) {
    const auto key_of = [&](const KernelRow& row) {
      return fmt::format("{}\n{}\n{}\n{}", by_function ? row.function->name : "",
                         name_of(row.operation->kind), line ? row.operation->line : "",
                         name ? stem(row.operation->name) : "");
    };
    std::map<std::string, std::deque<std::size_t>> free;
    for (std::size_t i = 0; i < second.size(); ++i) {
      if (!taken[i]) free[key_of(second[i])].push_back(i);
    }
    for (std::size_t i = 0; i < first.size(); ++i) {
      if (partner[i] != nullptr) continue;
      const auto found = free.find(key_of(first[i]));
      if (found == free.end() || found->second.empty()) continue;
      const std::size_t other = found->second.front();
      found->second.pop_front();
      partner[i] = &second[other];
      taken[other] = true;
    }
  };
  pair_by(true, true);
  pair_by(false, true);
  pair_by(true, false);
  pair_by(false, false);
  // Follows the order of the first dump, and inserts new operations where they are in the second.
  std::vector<Pair> pairs;
  std::size_t next = 0;
  const auto add_new = [&](std::size_t end) {
    for (; next < end; ++next) {
      if (!taken[next]) pairs.push_back({nullptr, &second[next]});
    }
  };
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (partner[i] != nullptr) {
      add_new(std::max(next, static_cast<std::size_t>(partner[i] - second.data())));
    }
    pairs.push_back({&first[i], partner[i]});
  }
  add_new(second.size());
  return pairs;
}

/// The costs that decide what is better or worse. Empty if a cost is not known or does not apply.
struct Costs {
  std::optional<Int> requests, sectors, moves;
};

Costs costs_of(const KernelRow* row) {
  Costs costs;
  if (row == nullptr) return costs;
  const InspectedOperation& operation = *row->operation;
  if (operation.traffic) {
    costs.requests = operation.traffic->requests;
    costs.sectors = operation.traffic->sectors;
  }
  if (operation.moves) costs.moves = static_cast<Int>(*operation.moves);
  return costs;
}

Change change_of(const Pair& pair) {
  const Costs before = costs_of(pair.first);
  const Costs after = costs_of(pair.second);
  bool more = false;
  bool less = false;
  bool other = false;
  for (std::optional<Int> Costs::*cost : {&Costs::requests, &Costs::sectors, &Costs::moves}) {
    // A missing operation costs nothing. The cost of an existing one may be unknown.
    const auto of = [&](const KernelRow* row, const Costs& costs) -> std::optional<Int> {
      return row == nullptr ? std::optional<Int>(0) : costs.*cost;
    };
    const auto a = of(pair.first, before);
    const auto b = of(pair.second, after);
    const bool cut = pair.first != nullptr && pair.second != nullptr &&
                     (pair.first->operation->cut || pair.second->operation->cut);
    if (a && b && cut && cost != &Costs::moves) {
      // Compares the cost per execution if a loop was cut short. The last executions may change it
      // a little.
      const auto per_time = [](const KernelRow* row, Int all) {
        const Int times = std::max<Int>(1, row->operation->times.value_or(1));
        return static_cast<double>(all) / static_cast<double>(times);
      };
      constexpr double noise = 0.01;
      const double before_each = per_time(pair.first, *a);
      const double after_each = per_time(pair.second, *b);
      more = more || after_each > before_each * (1 + noise);
      less = less || after_each < before_each * (1 - noise);
    } else if (a && b) {
      more = more || *b > *a;
      less = less || *b < *a;
    } else {
      const bool applies = (before.*cost).has_value() || (after.*cost).has_value();
      other = other || (applies && pair.first != nullptr && pair.second != nullptr);
    }
  }
  return more ? Change::worse : other ? Change::other : less ? Change::better : Change::none;
}

std::string_view word_of(const Pair& pair) {
  if (pair.first == nullptr) return "added";
  if (pair.second == nullptr) return "removed";
  const Change change = change_of(pair);
  return change == Change::worse ? "worse" : change == Change::better ? "better" : "changed";
}

Table<Pair> pair_table() {
  using Kind = Column::Kind;
  using Operation = InspectedOperation;
  Table<Pair> table;
  table.add({"function", Kind::text}, &Pair::last, &KernelRow::function, &InspectedFunction::name);
  table.add({"line", Kind::text}, &Pair::last, &KernelRow::operation, &Operation::line);
  table.add({"op", Kind::text}, &Pair::last, &KernelRow::operation,
            [](const Operation& operation) { return name_of(operation.kind); });
  table.add({"name", Kind::text}, &Pair::last, &KernelRow::operation, &Operation::name);
  table.add({"change", Kind::text}, word_of);
  const auto add_both = [&](std::string_view name, Kind kind, auto... accessors) {
    table.add({fmt::format("{}_from", name), kind}, &Pair::first, &KernelRow::operation,
              accessors...);
    table.add({fmt::format("{}_to", name), kind}, &Pair::second, &KernelRow::operation,
              accessors...);
  };
  add_both("requests", Kind::number, &Operation::traffic, &AccessTraffic::requests);
  add_both("sectors", Kind::number, &Operation::traffic, &AccessTraffic::sectors);
  add_both("moves", Kind::text, &Operation::moves, [](Moves moves) { return name_of(moves); });
  return table;
}

}  // namespace

int diff_kernels(const CommandLine& line) {
  line.no_words();
  const OutputOptions options = read_output_options(line);
  const LaunchOptions launch = read_launch_options(line);
  const InspectedFile first(std::string(*line.get("--from")), launch);
  const InspectedFile second(std::string(*line.get("--to")), launch);
  const std::vector<KernelRow> before = rows_of(first);
  const std::vector<KernelRow> after = rows_of(second);

  std::vector<Pair> changed;
  Int worse = 0;
  Int better = 0;
  // A kernel may have been renamed.
  const bool by_function = first.functions().size() > 1 || second.functions().size() > 1;
  for (const Pair& pair : match(before, after, by_function)) {
    const Change change = change_of(pair);
    if (change == Change::none) continue;
    worse += change == Change::worse ? 1 : 0;
    // A removed operation does not count as better.
    better += change == Change::better && pair.second != nullptr ? 1 : 0;
    changed.push_back(pair);
  }
  // Prints nothing if nothing differs, as for layouts.
  const int answer = worse > 0 ? 1 : 0;
  if (line.given("-q") || (changed.empty() && options.format == Format::table)) return answer;
  Report report(
      options, "diff",
      {.caption = fmt::format("from {}\nto {}", first.name(), second.name()),
       .members = {{"from", json_string(first.name())}, {"to", json_string(second.name())}}});
  report.summarize({{.name = "worse", .value = worse}, {.name = "better", .value = better}});
  pair_table().write(&report, changed);
  std::vector<std::string> notes = notes_on(first, "from: ");
  for (std::string& note : notes_on(second, "to: ")) notes.push_back(std::move(note));
  return std::max(answer, report.close(notes));
}

}  // namespace layoutq
