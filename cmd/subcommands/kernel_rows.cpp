#include "cmd/subcommands/kernel_rows.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cmd/report/caption.h"
#include "cmd/report/kernel_notes.h"
#include "cmd/report/value.h"
#include "core/layout/text.h"
#include "core/questions/sectors.h"

namespace layoutq {

namespace {

/// Returns the layout. For a conversion, and for a move into or out of shared memory, returns both
/// layouts, source first.
Value layout_of(const Kernels& kernels, const InspectedOperation& operation) {
  const TensorType& type = kernels.type(operation.type).encoding;
  const auto json = [](const TensorType& of) {
    return of.layout                ? json_text(*of.layout)
           : of.layout_text.empty() ? "null"
                                    : json_string(of.layout_text);
  };
  const TensorType& other = kernels.type(operation.other_type).encoding;
  const bool loads = operation.kind == RowKind::local_load;
  if ((loads || operation.kind == RowKind::local_store || operation.kind == RowKind::convert) &&
      !other.layout_text.empty()) {
    const TensorType& from = loads ? other : type;
    const TensorType& to = loads ? type : other;
    return Text{fmt::format("{} -> {}", from.layout_text, to.layout_text),
                fmt::format("{{\"from\": {}, \"to\": {}}}", json(from), json(to))};
  }
  if (type.layout_text.empty()) return std::monostate();
  return Text{std::string(type.layout_text), json(type)};
}

}  // namespace

std::string_view dtype_of(const ValueType& type) {
  return pointee(type.element_text).value_or(type.element_text);
}

namespace {

/// Returns a cell with a name from the file; an empty cell if there is no name.
Value name_cell(std::string_view name) {
  return name.empty() ? Value(std::monostate()) : Value(Text{printable(name)});
}

/// Returns the source lines of an inlined operation, innermost first.
Value stack_of(InspectedFile* file, const KernelRow& row) {
  Locations& locations = file->kernels().modules.locations(row.function->function->module);
  const auto lines = locations.stack(row.operation->operation->location);
  std::string json;
  for (const std::string& line : lines) json += (json.empty() ? "" : ", ") + json_string(line);
  return Text{fmt::format("{}", fmt::join(lines, " < ")), "[" + json + "]"};
}

Value notes_cell(const std::vector<Note>& notes) {
  std::string text;
  for (const Note& note : notes) text += (text.empty() ? "" : "; ") + text_of(note);
  return text.empty() ? Value(std::monostate()) : Value(Text{text});
}

}  // namespace

Table<KernelRow> kernel_table(InspectedFile* file, bool stack) {
  using Kind = Column::Kind;
  const auto type = [file](const KernelRow& row) -> const ValueType& {
    return file->kernels().type(row.operation->type);
  };
  const auto operation = &KernelRow::operation;
  const auto traffic = &InspectedOperation::traffic;
  Table<KernelRow> table;
  const auto add_text = [&](const char* name, auto... accessors) {
    table.add({.name = name, .kind = Kind::text}, accessors...);
  };
  add_text("function", &KernelRow::function, &InspectedFunction::name, name_cell);
  add_text("line", operation, &InspectedOperation::line, name_cell);
  if (stack) add_text("stack", [file](const KernelRow& row) { return stack_of(file, row); });
  add_text("op", [](const KernelRow& row) { return name_of(row.operation->kind); });
  add_text("name", operation, &InspectedOperation::name, name_cell);
  add_text("shape", [type](const KernelRow& row) {
    const ValueType& tensor = type(row);
    return tensor.tensor ? std::optional(Text{dims_text(tensor.shape), to_json(tensor.shape)})
                         : std::nullopt;
  });
  add_text("dtype", type, dtype_of);
  add_text("layout",
           [file](const KernelRow& row) { return layout_of(file->kernels(), *row.operation); });
  table.add({"times"}, operation, &InspectedOperation::times);
  table.add({"vector_bytes"}, operation, &InspectedOperation::vector_bytes);
  add_text("limited_by", [type](const KernelRow& row) {
    const auto& width = row.operation->width;
    return width && type(row).tensor ? std::optional(name_of(width->limited_by)) : std::nullopt;
  });
  table.add({"requests"}, operation, traffic, &AccessTraffic::requests);
  table.add({"sectors"}, operation, traffic, &AccessTraffic::sectors);
  table.add({"ideal_sectors"}, operation, traffic, &AccessTraffic::ideal_sectors);
  table.add({.name = "efficiency", .kind = Kind::percent}, operation,
            &InspectedOperation::efficiency);
  add_text("moves", operation, &InspectedOperation::moves,
           [](Moves moves) { return name_of(moves); });
  table.add({"shuffles"}, operation, &InspectedOperation::shuffles);
  table.add({.name = "cross_warp", .kind = Kind::truth}, operation,
            &InspectedOperation::cross_warp);
  table.add({"wavefronts"}, operation, &InspectedOperation::wavefronts);
  table.add({"conflicts"}, operation, &InspectedOperation::conflicts);
  table.add({"copies"}, operation, &InspectedOperation::copies);
  add_text("note", operation, &InspectedOperation::notes, notes_cell);
  return table;
}

std::vector<std::string> notes_on(const InspectedFile& file, const std::string& of) {
  std::vector<std::string> notes;
  const bool single = file.functions().size() == 1;
  for (const InspectedFunction& function : file.functions()) {
    const std::string prefix = of + (single ? "" : function.name + ": ");
    std::vector<std::string> assumed;
    for (const std::string& name : function.assumed) {
      for (std::size_t i = 0; i < function.function->arguments.size(); ++i) {
        const ValueNumber value = function.function->arguments[i].value;
        if (function.function->values[static_cast<std::size_t>(value)].name != name) continue;
        assumed.push_back(fmt::format("{} = {}", name, function.launch.arguments[i]));
      }
    }
    if (!assumed.empty()) {
      notes.push_back(fmt::format("{}assumed {} (--arg {}=1000 gives another)", prefix,
                                  fmt::join(assumed, ", "), function.assumed.front()));
    }
    if (function.inspection.wraps && !assumed.empty()) {
      notes.push_back(prefix + "numbers of 32 bits wrap around with these arguments");
    }
    for (const std::string& note : function.notes) notes.push_back(prefix + note);
    for (const Note& note : function.inspection.notes) notes.push_back(prefix + text_of(note));
  }
  constexpr std::size_t most_skipped = 8;
  const std::vector<std::string>& skipped = file.kernels().skipped;
  for (std::size_t i = 0; i < std::min(most_skipped, skipped.size()); ++i) {
    notes.push_back(fmt::format("{}skipped: {}", of, printable(skipped[i])));
  }
  if (skipped.size() > most_skipped) {
    notes.push_back(fmt::format("{}skipped: and {} more", of, skipped.size() - most_skipped));
  }
  return notes;
}

bool is_unknown(const InspectedOperation& operation) {
  const bool accesses =
      operation.is_load() || operation.kind == RowKind::store || operation.kind == RowKind::atomic;
  return accesses && !operation.traffic;
}

std::vector<Figure> kernel_figures(const std::vector<KernelRow>& rows) {
  AccessTraffic loads;
  AccessTraffic stores;
  std::array<Int, all_moves.size()> conversions{};
  Int unknown = 0;
  for (const KernelRow& row : rows) {
    const InspectedOperation& operation = *row.operation;
    if (operation.traffic) (operation.is_load() ? loads : stores) += *operation.traffic;
    if (is_unknown(operation)) ++unknown;
    if (operation.kind == RowKind::convert && operation.moves) {
      ++conversions[static_cast<std::size_t>(*operation.moves)];
    }
  }
  std::vector<Figure> figures{{.name = "load_requests", .value = loads.requests},
                              {.name = "load_sectors", .value = loads.sectors},
                              {.name = "store_requests", .value = stores.requests},
                              {.name = "store_sectors", .value = stores.sectors}};
  for (Moves moves : all_moves) {
    const Int count = conversions[static_cast<std::size_t>(moves)];
    figures.push_back(
        {.name = fmt::format("convert_{}", name_of(moves)), .value = count, .in_table = count > 0});
  }
  figures.push_back({.name = "unknown", .value = unknown, .in_table = unknown > 0});
  return figures;
}

namespace {

/// What an operation wastes. Wasted memory traffic ranks first, then bank conflicts, then moves
/// through shared memory.
struct Waste {
  int kind = 3;
  Int amount = 0;
  std::string words;
};

/// Returns the reasons why an access is not wider. The layout counts only if it is the only reason,
/// because the compiler chose it for the others.
std::string why_narrow(const InspectedOperation& operation) {
  const AccessWidth& width = *operation.width;
  const std::string several = counted(width.elements, "element");
  const bool single = width.elements == 1;
  const auto words_for = [&](LimitedBy limit) -> std::string {
    switch (limit) {
      case LimitedBy::shared:
        return fmt::format("shared memory has {} in a row there", several);
      case LimitedBy::mask:
        return single ? "its mask may change at every element"
                      : fmt::format("its mask may change every {}", several);
      case LimitedBy::alignment:
        return fmt::format("its pointer is known to be aligned only to {}",
                           counted(*operation.vector_bytes, "byte"));
      case LimitedBy::contiguity:
        return single
                   ? "no two elements in a row are known to be neighbours in memory"
                   : fmt::format("only {} in a row are known to be neighbours in memory", several);
      case LimitedBy::layout:
        return fmt::format("its layout gives a thread {} in a row", several);
      case LimitedBy::maximum:
        break;
    }
    return "";
  };
  if (width.limited_by == LimitedBy::layout) return words_for(LimitedBy::layout);
  if (width.is_limited_by(LimitedBy::contiguity) && width.neighbours_elsewhere) {
    return "its layout's registers do not follow the dimension whose elements are neighbours";
  }
  std::string all;
  for (LimitedBy limit :
       {LimitedBy::shared, LimitedBy::mask, LimitedBy::alignment, LimitedBy::contiguity}) {
    if (width.is_limited_by(limit)) all += (all.empty() ? "" : ", and ") + words_for(limit);
  }
  return all;
}

std::string called(const InspectedOperation& operation) {
  return fmt::format("{} {}", name_of(operation.kind), operation.name);
}

/// Returns why requests touch more sectors than necessary, or why there are more requests.
/// `mergeable` is true if wider instructions would need fewer requests.
std::string why_wasteful(const InspectedOperation& operation, bool mergeable) {
  const AccessTraffic& traffic = *operation.traffic;
  const Int waste = traffic.sectors - traffic.ideal_sectors;
  const Int warps = operation.repeated_by_warps;
  if (waste > 0 && operation.is_load() && warps > 1 &&
      traffic.ideal_sectors * warps >= traffic.sectors) {
    return fmt::format("{} load the same elements", counted(warps, "warp"));
  }
  // Each request wants nearly all of its sectors' bytes, so several requests want the same sectors.
  if (waste > 0 && 2 * traffic.scattered < waste)
    return "its requests touch the same sectors again";
  if (mergeable) return why_narrow(operation);
  return traffic.scattered <= traffic.requests ? "its requests begin or end within sectors"
                                               : "its lanes lie apart";
}

Waste waste_of(const InspectedOperation& operation) {
  Waste waste;
  if (operation.traffic && operation.traffic->requests > 0) {
    const AccessTraffic& traffic = *operation.traffic;
    // Neighbouring instructions of a thread could be merged, up to the widest one.
    const Int merged =
        std::min(operation.instructions, most_vector_bytes / *operation.vector_bytes);
    const Int requests = traffic.requests - ceil_div(traffic.requests, std::max<Int>(1, merged));
    const Int sectors = traffic.sectors - traffic.ideal_sectors;
    waste.amount = sectors + requests;
    if (waste.amount <= 0) return waste;
    waste.kind = 0;
    waste.words =
        fmt::format("{} {} {}", called(operation), operation.is_load() ? "loads" : "stores",
                    counted(traffic.sectors, "sector"));
    if (sectors > 0) waste.words += fmt::format(" where {} would do", traffic.ideal_sectors);
    waste.words += fmt::format(", in {} of {} a lane: ", counted(traffic.requests, "request"),
                               counted(*operation.vector_bytes, "byte"));
    waste.words += why_wasteful(operation, merged > 1);
    return waste;
  }
  if (operation.conflicts.value_or(0) > 0) {
    waste.kind = 1;
    waste.amount = *operation.conflicts;
    waste.words = fmt::format("{} takes {} in shared memory, {} of them for bank conflicts",
                              called(operation), counted(*operation.wavefronts, "wavefront"),
                              *operation.conflicts);
  } else if (operation.moves == Moves::shared && operation.times.value_or(1) > 0) {
    waste.kind = 2;
    waste.amount = operation.times.value_or(1);
    waste.words = fmt::format("{} goes through shared memory, with a barrier", called(operation));
    if (waste.amount > 1) waste.words += fmt::format(", {}", counted(waste.amount, "time"));
  }
  return waste;
}

}  // namespace

std::vector<std::string> worst_in_words(const InspectedFile& file,
                                        const std::vector<KernelRow>& rows, std::size_t most) {
  struct Line {
    Waste worst;
    Int sum = 0;
    std::string where;
  };
  std::vector<Line> lines;
  for (const KernelRow& row : rows) {
    const Waste waste = waste_of(*row.operation);
    if (waste.amount <= 0) continue;
    std::string where =
        row.operation->line.empty()
            ? fmt::format("line {} of {}", row.operation->operation->line, file.name())
            : row.operation->line;
    auto line = std::find_if(lines.begin(), lines.end(),
                             [&](const Line& one) { return one.where == where; });
    if (line == lines.end()) line = lines.insert(lines.end(), {waste, 0, std::move(where)});
    const auto rank = [](const Waste& one) { return std::pair(one.kind, -one.amount); };
    if (waste.kind < line->worst.kind) line->sum = 0;
    if (rank(waste) < rank(line->worst)) line->worst = waste;
    if (waste.kind == line->worst.kind) line->sum += waste.amount;
  }
  std::stable_sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) {
    return std::pair(a.worst.kind, -a.sum) < std::pair(b.worst.kind, -b.sum);
  });
  std::vector<std::string> words;
  for (std::size_t i = 0; i < std::min(most, lines.size()); ++i) {
    words.push_back(fmt::format("{}: {}", lines[i].where, lines[i].worst.words));
  }
  return words;
}

}  // namespace layoutq
