#include "cmd/flags/layout_flags.h"

#include <fmt/format.h>

#include "cmd/error.h"
#include "cmd/flags/dump_file.h"
#include "cmd/flags/read.h"
#include "core/kinds/description.h"
#include "core/layout/text.h"

namespace layoutq {

namespace {

constexpr std::string_view quoting_hint =
    "a shell reads an unquoted # as a comment: put the text in single quotes";

}  // namespace

void add_file_flag(CommandLine* line) {
  line->flag({.names = "--from,-i",
              .value = "FILE",
              .help = "read layouts by name from this .ttgir or .mlir\nfile (- is standard input)",
              .files = true});
}

void add_tensor_flags(CommandLine* line, bool with_layout) {
  line->flag({.names = "--tensor,-t",
              .value = "TYPE",
              .help = with_layout ? "type of the tensor, with or without a layout:\n"
                                    "'tensor<16x16xf16, #blocked>'"
                                  : "type of the tensor, without a layout:\n'tensor<16x16xf16>'",
              .hint = quoting_hint});
  line->flag(
      {.names = "--shape", .value = "LIST", .help = "shape of the tensor (default: one tile)"});
}

void add_layout_flags(CommandLine* line) {
  line->group("Layout, as text in single quotes");
  line->flag({.names = "--layout,-l",
              .value = "TEXT",
              .help = "a layout: '#ttg.blocked<{...}>',\n'BlockedLayout(...)', or the name of one "
                      "in\n--from's file",
              .hint = quoting_hint});
  add_file_flag(line);
  add_tensor_flags(line, true);
  line->group("Layout, by parameters (a LIST is 1,4 or 1x4 or '[1, 4]')");
  line->flag({.names = "--spt,--size-per-thread",
              .value = "LIST",
              .help = "elements per thread, per dimension (required)",
              .also = "--sizePerThread,--size_per_thread"});
  line->flag({.names = "--tpw,--threads-per-warp",
              .value = "LIST",
              .help = "lanes per warp, per dimension (required)",
              .also = "--threadsPerWarp,--threads_per_warp"});
  line->flag({.names = "--wpc,--warps-per-cta",
              .value = "LIST",
              .help = "warps per CTA, per dimension (default: all 1)",
              .also = "--warpsPerCTA,--warps_per_cta"});
  line->flag(
      {.names = "--order",
       .value = "LIST",
       .help =
           "dimensions from the fastest to the slowest\n(default: from the last to the first)"});
  line->flag({.names = "--warp-size",
              .value = "N",
              .help = "lanes in a warp: 32 (default), or 64 for AMD",
              .also = "--warpSize,--warp_size"});
  line->flag(
      {.names = "--slice",
       .value = "DIM",
       .help = "drop this dimension from the layout; repeat it\nto drop another from the result",
       .repeats = true});
}

namespace {

std::string_view flag_of(std::string_view parameter) {
  if (parameter == "size_per_thread") return "--spt";
  if (parameter == "threads_per_warp") return "--tpw";
  if (parameter == "warps_per_cta") return "--wpc";
  return parameter == "order" ? "--order" : "--shape";
}

/// Returns the error for a problem with a parameter whose value is `value`, by a flag or by
/// default.
Error error_of(const Problem& problem, const CommandLine& line, const Dims& value) {
  const std::string_view flag = flag_of(problem.parameter);
  const auto given = line.get(flag);
  const std::string subject = given ? fmt::format("{} {}", flag, printable(*given))
                                    : fmt::format("{} {} (by default)", flag, to_text(value));
  return Error(fmt::format("{} {}", subject, problem.reason));
}

Dims read_sizes(const CommandLine& line, std::string_view flag, std::string_view example) {
  const auto text = line.get(flag);
  if (!text) {
    throw Error(
        fmt::format("{0} is missing: give a number per dimension, as in {0} {1}", flag, example));
  }
  return read_list(flag, *text, {1, max_extent + 1});
}

Blocked read_blocked(const CommandLine& line) {
  Blocked blocked;
  blocked.size_per_thread = read_sizes(line, "--spt", "1,4");
  blocked.threads_per_warp = read_sizes(line, "--tpw", "8,4");
  const int rank = blocked.rank();
  blocked.warps_per_cta = line.given("--wpc") ? read_sizes(line, "--wpc", "2,1") : Dims(rank, 1);
  if (const auto order = line.get("--order")) {
    blocked.order = read_order("--order", *order, rank);
  } else {
    for (int d = rank - 1; d >= 0; --d) blocked.order.push_back(d);
  }
  constexpr Int usual_warp_size = 32;
  const auto warp_size = line.get("--warp-size");
  const Int lanes =
      warp_size ? read_number("--warp-size", *warp_size, {1, max_extent + 1}) : usual_warp_size;
  if (const auto problem = problem_of(blocked, lanes)) {
    const auto& parameter = problem->parameter;
    const Dims& value = parameter == "threads_per_warp" ? blocked.threads_per_warp
                        : parameter == "warps_per_cta"  ? blocked.warps_per_cta
                        : parameter == "order"          ? blocked.order
                                                        : blocked.size_per_thread;
    const Error error = error_of(*problem, line, value);
    const auto product = checked_product(blocked.threads_per_warp);
    if (parameter == "threads_per_warp" && !warp_size && product == 64) {
      throw Error(fmt::format("{} (for AMD's wavefronts add --warp-size 64)", error.what()));
    }
    throw error;
  }
  return blocked;
}

}  // namespace

void check_lanes(const CommandLine& line, const Description& description, const DumpFile* file) {
  const Int has = lanes(description);
  if (const auto warp_size = line.get("--warp-size")) {
    const Int lanes = read_number("--warp-size", *warp_size, {1, max_extent + 1});
    if (lanes != has) {
      throw Error(fmt::format("--warp-size {}, but the layout has {} in a warp", lanes,
                              counted(has, "lane")));
    }
  }
  if (file == nullptr) return;
  for (const DumpModule& module : file->dump().modules) {
    if (module.warp_size && *module.warp_size != has) {
      throw Error(fmt::format("the layout has {} in a warp, but the module of {} has {}",
                              counted(has, "lane"), file->name(), *module.warp_size));
    }
  }
}

std::string problem_in_text(std::string_view text, const TextProblem& problem) {
  constexpr std::size_t around = 12;
  const std::size_t at = std::min(problem.at, text.size());
  const std::size_t begin = at > around ? at - around : 0;
  const std::string_view excerpt = text.substr(begin, at + around - begin);
  return fmt::format("{} at column {}: {}{}{}", problem.reason, at + 1, begin > 0 ? "..." : "",
                     printable(excerpt), begin + excerpt.size() < text.size() ? "..." : "");
}

namespace {

/// Returns what to type instead of a text with this problem, or "".
std::string_view advice_on(const TextProblem& problem, const Dump* dump) {
  switch (problem.cause) {
    case TextProblem::Cause::missing_sign:
      return " (did a shell take it? put the text in single quotes)";
    case TextProblem::Cause::unknown_alias:
      return dump == nullptr ? " (--from FILE reads the file that defines it)" : "";
    case TextProblem::Cause::other:
      break;
  }
  return "";
}

}  // namespace

AnyDescription read_any_description(std::string_view what, std::string_view text,
                                    const Dump* dump) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    throw Error(fmt::format("{} is empty ({})", what, quoting_hint));
  }
  const auto answer = read_layout_text(text, dump != nullptr ? dump->aliases() : Aliases());
  if (const auto* problem = std::get_if<TextProblem>(&answer)) {
    throw Error(
        fmt::format("{}: {}{}", what, problem_in_text(text, *problem), advice_on(*problem, dump)));
  }
  const AnyDescription& description = std::get<AnyDescription>(answer);
  if (const auto problem = problem_of(description)) {
    throw Error(fmt::format("{}: {} {}", what, problem->parameter, problem->reason));
  }
  return description;
}

namespace {

Error not_of_registers(const CommandLine& line, std::string_view what,
                       const SharedDescription& description) {
  return Error(fmt::format(
      "{} is {}, a layout in shared memory, but {} takes a layout of registers", what,
      kind_name(description), line.subcommand() == "LAYOUT" ? "a summary" : line.subcommand()));
}

}  // namespace

TensorType read_tensor(std::string_view what, std::string_view text, const Dump* dump) {
  auto answer = read_tensor_type(text, dump != nullptr ? dump->aliases() : Aliases());
  if (const auto* problem = std::get_if<TextProblem>(&answer)) {
    throw Error(
        fmt::format("{}: {}{}", what, problem_in_text(text, *problem), advice_on(*problem, dump)));
  }
  TensorType type = std::get<TensorType>(std::move(answer));
  if (!type.layout) return type;
  if (const auto problem = problem_of(*type.layout)) {
    throw Error(fmt::format("{}: {} {}", what, problem->parameter, problem->reason));
  }
  if (type.is_part()) {
    throw Error(fmt::format(
        "{} is a part of {} in shared memory: give the type of the whole, which has the "
        "layout",
        what, dims_text(*type.allocation)));
  }
  return type;
}

namespace {

void refuse(std::string_view what, const std::optional<Shape>& given, const Shape& shape,
            const std::optional<Problem>& problem) {
  if (!problem) return;
  throw Error(given ? fmt::format("{} {} {}", what, to_text(shape), problem->reason)
                    : fmt::format("shape {} (by default) {}", to_text(shape), problem->reason));
}

}  // namespace

Subject on_shape(std::string_view what, const Description& description,
                 const std::optional<Shape>& given) {
  const Shape shape = given ? *given : covered_shape(description);
  refuse(what, given, shape, problem_of(description, shape));
  return {description, shape, build(description, shape)};
}

SharedSubject on_shape(std::string_view what, const SharedDescription& description,
                       const std::optional<Shape>& given) {
  const Shape shape = given ? *given : covered_shape(description);
  refuse(what, given, shape, problem_of(description, shape));
  return {description, shape, build(description, shape)};
}

AnySubject on_shape(std::string_view what, const AnyDescription& any,
                    const std::optional<Shape>& shape) {
  return std::visit(
      [&](const auto& description) { return AnySubject(on_shape(what, description, shape)); }, any);
}

namespace {

void without(const CommandLine& line, std::initializer_list<std::string_view> flags,
             std::string_view of) {
  for (std::string_view flag : flags) {
    if (line.given(flag)) {
      throw Error(fmt::format("{} is only for layouts {}", flag, of));
    }
  }
}

}  // namespace

void not_for_registers(const CommandLine& line, std::initializer_list<std::string_view> flags) {
  without(line, flags, "in shared memory");
}

void not_for_memory(const CommandLine& line, std::initializer_list<std::string_view> flags) {
  without(line, flags, "of registers");
}

Shape without_count(const AnyDescription& any, const Shape& shape) {
  Shape one = shape;
  if (std::holds_alternative<SharedDescription>(any) && one.rank() == rank(any) + 1) one.erase(0);
  return one;
}

CommonType common_type(const Dump* dump, std::string_view text) {
  const DumpLayout* layout = dump != nullptr ? dump->find(text) : nullptr;
  if (layout == nullptr || !layout->layout) return {};
  CommonType common;
  bool one_shape = true;
  bool one_element = true;
  for (std::string_view text_of_type : layout->types) {
    const auto answer = read_tensor_type(text_of_type, dump->aliases());
    const auto* type = std::get_if<TensorType>(&answer);
    if (type == nullptr || type->is_part()) continue;
    const Shape shape = without_count(*layout->layout, type->shape);
    one_shape = one_shape && (!common.shape || *common.shape == shape);
    one_element = one_element && (common.element.empty() || common.element == type->element);
    common = {shape, std::string(type->element)};
  }
  if (!one_shape) common.shape = std::nullopt;
  if (!one_element) common.element.clear();
  return common;
}

namespace {

/// Drops the dimensions of --slice, and then that of `last`, from a layout of registers. A shape
/// with the rank of the layout before a drop loses that dimension, too.
Description without_dimensions(const CommandLine& line,
                               const std::optional<LayoutWords::Slice>& last,
                               Description description, std::optional<Shape>* shape) {
  const auto drop = [&](std::string_view flag, std::string_view text) {
    const int rank_before = rank(description);
    const int dim = read_dimension(flag, text, rank_before);
    if (rank_before == 1) {
      throw Error(fmt::format("{} {}: the last dimension left cannot be dropped", flag, text));
    }
    if (*shape && (*shape)->rank() == rank_before) (*shape)->erase(dim);
    description = {Slice{dim, std::make_shared<Description>(description)}};
  };
  for (const std::string& dim : line.all("--slice")) drop("--slice", dim);
  if (last) drop(last->flag, last->dimension);
  return description;
}

/// Throws Error if a shape has neither the rank of a layout nor, before dimensions were dropped, a
/// rank of its parents. The error calls the shape `what`.
void check_rank(std::string_view what, const Shape& shape, int rank, int parent_rank) {
  if (rank <= shape.rank() && shape.rank() <= parent_rank) return;
  throw Error(fmt::format(
      "{} {} has {}, but the layout has {}{}", what, to_text(shape),
      counted(shape.rank(), "number"), rank,
      rank == parent_rank ? "" : fmt::format(" ({} with those that are dropped)", parent_rank)));
}

}  // namespace

AnySubject read_any_layout(const CommandLine& line, const LayoutWords& words) {
  const auto layout_text = words.layout ? words.layout : line.get("--layout");
  const auto tensor_text = words.tensor ? words.tensor : line.get("--tensor");
  if (words.layout) not_both(line, "the layout given as a word", {"--layout"});
  if (words.tensor) not_both(line, "the type given as a word", {"--tensor"});
  if (tensor_text) not_both(line, "--tensor", {"--shape"});

  std::optional<DumpFile> opened;
  if (const auto path = line.get("--from"); path && words.file == nullptr) opened.emplace(*path);
  const DumpFile* file = opened ? &*opened : words.file;
  const Dump* dump = file != nullptr ? &file->dump() : nullptr;
  TensorType type;
  if (tensor_text) type = read_tensor("--tensor", *tensor_text, dump);
  if (type.layout && layout_text) {
    throw Error("--layout and --tensor both have a layout: give only one of them");
  }
  const bool from_text = type.layout || layout_text;
  if (from_text) {
    not_both(line, layout_text ? "--layout" : "--tensor", {"--spt", "--tpw", "--wpc", "--order"});
  } else if (opened) {
    throw Error(fmt::format("--from needs --layout NAME or --tensor TYPE: {} has {}", file->name(),
                            file->names()));
  }
  const AnyDescription any = layout_text   ? read_any_description("--layout", *layout_text, dump)
                             : type.layout ? *type.layout
                                           : Description{read_blocked(line)};
  std::optional<Shape> shape;
  if (tensor_text) shape = without_count(any, type.shape);
  if (const auto text = line.get("--shape")) {
    shape = read_list("--shape", *text, {1, max_extent + 1});
  }
  const std::string_view what = tensor_text ? "--tensor's shape" : "--shape";
  if (const auto* shared = std::get_if<SharedDescription>(&any)) {
    not_for_memory(line, {"--slice", "--warp-size"});
    const CommonType common = layout_text ? common_type(dump, *layout_text) : CommonType();
    SharedSubject subject = on_shape(what, *shared, shape ? shape : common.shape);
    subject.element = tensor_text ? std::string(type.element) : common.element;
    subject.shape_by_default = !shape && !common.shape;
    if (tensor_text && type.shape.rank() > shape->rank()) subject.count = type.shape[0];
    return subject;
  }
  Description description = std::get<Description>(any);
  if (from_text) check_lanes(line, description, file);

  const int parent_rank = rank(description);
  const std::optional<Shape> given = shape;
  description = without_dimensions(line, words.then_slice, std::move(description), &shape);
  if (given) check_rank(what, *given, rank(description), parent_rank);
  Subject subject = on_shape(what, description, shape);
  subject.element = type.element;
  return subject;
}

Subject read_layout(const CommandLine& line, const LayoutWords& words) {
  AnySubject any = read_any_layout(line, words);
  if (const auto* shared = std::get_if<SharedSubject>(&any)) {
    throw not_of_registers(line,
                           line.given("--layout")   ? "--layout"
                           : line.given("--tensor") ? "--tensor"
                                                    : "the layout",
                           shared->description);
  }
  return std::get<Subject>(std::move(any));
}

}  // namespace layoutq
