#include "cmd/flags/layout_flags.h"

#include <fmt/format.h>

#include "cmd/error.h"
#include "cmd/flags/read.h"
#include "core/kinds/limits.h"
#include "core/layout/text.h"

namespace layoutq {

void add_layout_flags(CommandLine* line) {
  line->group("Layout (a LIST is 1,4 or 1x4 or [1, 4])");
  line->flag({.names = "--spt,--size-per-thread",
              .value = "LIST",
              .help = "a thread's elements, per dimension (required)",
              .also = "--sizePerThread,--size_per_thread"});
  line->flag({.names = "--tpw,--threads-per-warp",
              .value = "LIST",
              .help = "lanes of a warp, per dimension (required)",
              .also = "--threadsPerWarp,--threads_per_warp"});
  line->flag({.names = "--wpc,--warps-per-cta",
              .value = "LIST",
              .help = "warps of a CTA, per dimension (default: 1s)",
              .also = "--warpsPerCTA,--warps_per_cta"});
  line->flag(
      {.names = "--order", .value = "LIST", .help = "fastest dimension first (default: the last)"});
  line->flag({.names = "--shape", .value = "LIST", .help = "the tensor (default: one tile)"});
  line->flag({.names = "--warp-size",
              .value = "N",
              .help = "lanes of a warp (default: 32; AMD: 64)",
              .also = "--warpSize,--warp_size"});
  line->flag({.names = "--slice",
              .value = "DIM",
              .help = "drop a dimension; repeat to nest",
              .repeats = true});
}

namespace {

std::string_view flag_of(std::string_view parameter) {
  if (parameter == "size_per_thread") return "--spt";
  if (parameter == "threads_per_warp") return "--tpw";
  if (parameter == "warps_per_cta") return "--wpc";
  return parameter == "order" ? "--order" : "--shape";
}

/// The error for a problem with a parameter that is `value`, whether it was given or came by
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
        fmt::format("{0} is missing: a number per dimension, as in {0} {1}", flag, example));
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
  if (const auto problem = check(blocked, lanes)) {
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

Subject read_layout(const CommandLine& line, std::optional<FinalSlice> then_slice) {
  const Blocked blocked = read_blocked(line);
  Shape shape;
  for (int d = 0; d < blocked.rank(); ++d) shape.push_back(blocked.tile(d));
  if (const auto text = line.get("--shape"))
    shape = read_list("--shape", *text, {1, max_extent + 1});
  const Shape given = shape;

  Description description{blocked};
  const auto drop = [&](std::string_view flag, std::string_view text) {
    const int rank_before = rank(description);
    const int dim = read_dimension(flag, text, rank_before);
    if (rank_before == 1) {
      throw Error(fmt::format("{} {}: the last dimension left cannot be dropped", flag, text));
    }
    // A shape of the parent's rank has the dropped extents in it; one of the slice's has not.
    if (shape.rank() == rank_before) shape.erase(dim);
    description = {Slice{dim, std::make_shared<Description>(description)}};
  };
  for (const std::string& dim : line.all("--slice")) drop("--slice", dim);
  if (then_slice) drop(then_slice->flag, then_slice->dimension);

  if (given.rank() < rank(description) || given.rank() > blocked.rank()) {
    throw Error(fmt::format("--shape {} has {}, but the layout has {}{}", to_text(given),
                            counted(given.rank(), "number"), rank(description),
                            rank(description) == blocked.rank()
                                ? ""
                                : fmt::format(", or {} with the dropped ones", blocked.rank())));
  }
  if (const auto problem = check(description, shape)) throw error_of(*problem, line, given);
  return {description, shape, build(description, shape)};
}

}  // namespace layoutq
