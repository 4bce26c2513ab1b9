#include "core/kinds/limits.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>

#include "core/kinds/compose.h"
#include "core/kinds/nvidia_mma.h"
#include "core/kinds/parameters.h"
#include "core/layout/text.h"

namespace layoutq {

namespace {

std::optional<Problem> problem_of_sizes(const Blocked& blocked) {
  const int rank = blocked.rank();
  if (rank == 0) return Problem{"size_per_thread", "is empty"};
  struct Parameter {
    std::string_view name;
    const Dims* values;
  };
  const Parameter sizes[] = {{"size_per_thread", &blocked.size_per_thread},
                             {"threads_per_warp", &blocked.threads_per_warp},
                             {"warps_per_cta", &blocked.warps_per_cta}};
  for (const auto& [name, values] : sizes) {
    if (values->rank() != rank) {
      return Problem{name, fmt::format("has {}, but size_per_thread has {}",
                                       counted(values->rank(), "number"), rank)};
    }
    if (auto reason = not_sizes(*values)) return Problem{name, *reason};
  }
  if (!is_permutation(blocked.order, rank)) {
    return Problem{"order", fmt::format("is not a permutation of 0 to {}", rank - 1)};
  }
  return std::nullopt;
}

std::optional<Problem> problem_of_tile(const Blocked& blocked) {
  for (int d = 0; d < blocked.rank(); ++d) {
    const auto tile = checked_product(std::array{
        blocked.size_per_thread[d], blocked.threads_per_warp[d], blocked.warps_per_cta[d]});
    if (!tile || *tile > max_extent) {
      return Problem{"size_per_thread",
                     fmt::format("makes the tile {} x {} x {} long in dimension {}: more than {}",
                                 blocked.size_per_thread[d], blocked.threads_per_warp[d],
                                 blocked.warps_per_cta[d], d, max_extent)};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Problem> problem_of(const Blocked& blocked, Int warp_size) {
  if (auto problem = problem_of_sizes(blocked)) return problem;
  const auto lanes = checked_product(blocked.threads_per_warp);
  if (lanes != warp_size) {
    return Problem{"threads_per_warp",
                   lanes
                       ? fmt::format("is {}, but a warp has {}", counted(*lanes, "lane"), warp_size)
                       : fmt::format("is more than 2^63 lanes, but a warp has {}", warp_size)};
  }
  return problem_of_tile(blocked);
}

namespace {

/// Checks that the tile of a layout by steps does not exceed max_extent.
std::optional<Problem> problem_of_covered(std::string_view parameter, const Dims& tile,
                                          const Dims& warps_per_cta, const Dims& tiles_per_warp) {
  for (int d = 0; d < tile.rank(); ++d) {
    const auto covered = checked_product(std::array{tile[d], warps_per_cta[d], tiles_per_warp[d]});
    if (!covered || *covered > max_extent) {
      return Problem{parameter,
                     fmt::format("makes the tile longer than {} in dimension {}", max_extent, d)};
    }
  }
  return std::nullopt;
}

/// Returns the instruction's rows and columns in the last two dimensions, and 1 in the others.
Dims tile_of(int rank, Int m, Int n) {
  Dims tile(rank, 1);
  tile[rank - 2] = m;
  tile[rank - 1] = n;
  return tile;
}

Dims or_ones(const Dims& dims, int rank) { return dims.rank() == 0 ? Dims(rank, 1) : dims; }

std::string too_few_dimensions(int rank) {
  return fmt::format("has {}, but a matrix has 2 dimensions", counted(rank, "number"));
}

/// Checks the parameters of each kind.
struct CheckKind {
  using Answer = std::optional<Problem>;

  Answer operator()(const Blocked& blocked) const {
    if (auto problem = problem_of_sizes(blocked)) return problem;
    if (auto problem = problem_of_tile(blocked)) return problem;
    if (!checked_product(blocked.threads_per_warp)) {
      return Problem{"threads_per_warp", "is more than 2^63 lanes"};
    }
    if (!checked_product(blocked.warps_per_cta)) {
      return Problem{"warps_per_cta", "is more than 2^63 warps"};
    }
    return blocked.cga_layout.empty() ? std::nullopt : powers(blocked);
  }

  /// Several CTAs are placed by bases, so all other sizes must be powers of two, too.
  static Answer powers(const Blocked& blocked) {
    const int rank = blocked.rank();
    if (auto problem = problem_of_cluster(blocked.cga_layout, rank)) return problem;
    if (auto problem = not_powers("size_per_thread", blocked.size_per_thread, rank)) return problem;
    if (auto problem = not_powers("threads_per_warp", blocked.threads_per_warp, rank)) {
      return problem;
    }
    return not_powers("warps_per_cta", blocked.warps_per_cta, rank);
  }

  Answer operator()(const Slice& slice) const {
    if (auto problem = problem_of(*slice.parent)) return problem;
    const int parent_rank = rank(*slice.parent);
    if (slice.dim < 0 || slice.dim >= parent_rank) {
      return Problem{"dim",
                     fmt::format("is outside the parent's dimensions 0 to {}", parent_rank - 1)};
    }
    if (parent_rank == 1) {
      return Problem{"dim", "would drop the last remaining dimension"};
    }
    return std::nullopt;
  }

  Answer operator()(const Linear& linear) const {
    const int rank = linear.shape.rank();
    if (rank == 0) return Problem{"shape", "is empty"};
    if (auto problem = not_powers("shape", linear.shape, rank)) return problem;
    for (const auto& [name, bases] : {std::pair{"reg_bases", &linear.reg_bases},
                                      {"lane_bases", &linear.lane_bases},
                                      {"warp_bases", &linear.warp_bases},
                                      {"block_bases", &linear.block_bases}}) {
      if (auto problem = problem_of_bases(name, *bases, rank)) return problem;
      for (const Coordinate& basis : *bases) {
        for (int d = 0; d < rank; ++d) {
          if (basis[d] < linear.shape[d]) continue;
          return Problem{name, fmt::format("moves {} along dimension {}, past the shape {}",
                                           basis[d], d, to_text(linear.shape))};
        }
      }
    }
    if (linear.block_bases.size() > static_cast<std::size_t>(std::countr_zero(Bits{max_blocks}))) {
      return Problem{"block_bases", fmt::format("makes more than {} CTAs", max_blocks)};
    }
    const auto elements = checked_product(linear.shape);
    if (!elements || *elements > max_places) {
      return Problem{"shape", "has more than 2^62 elements"};
    }
    if (!surjective(linear.shape, {&linear.reg_bases, &linear.lane_bases, &linear.warp_bases,
                                   &linear.block_bases})) {
      return Problem{"reg_bases",
                     fmt::format("and the other bases do not reach every element of shape {}",
                                 to_text(linear.shape))};
    }
    return std::nullopt;
  }

  Answer operator()(const NvidiaMma& mma) const {
    const int rank = mma.warps_per_cta.rank();
    if (mma.version_major != 2 && mma.version_major != 3) {
      return Problem{"version", fmt::format("{} is not modelled: only 2 and 3", mma.version_major)};
    }
    if (rank < 2) return Problem{"warps_per_cta", too_few_dimensions(rank)};
    if (rank > 2 && mma.version_major == 3) {
      return Problem{"warps_per_cta",
                     fmt::format("has {}: version 3 has no batches", counted(rank, "number"))};
    }
    if (auto problem = not_powers("warps_per_cta", mma.warps_per_cta, rank)) return problem;
    if (auto problem = problem_of_cluster(mma.cga_layout, rank)) return problem;
    const int numbers = mma.instr_shape.rank();
    if (mma.version_major == 3 ? numbers != 3 : numbers != 2 && numbers != rank) {
      return Problem{"instr_shape",
                     fmt::format("has {}: version {} takes {}", counted(numbers, "number"),
                                 mma.version_major, mma.version_major == 3 ? "m, n, k" : "m, n")};
    }
    if (auto problem = not_powers("instr_shape", mma.instr_shape, numbers)) return problem;
    const MmaTile tile = mma_tile(mma);
    constexpr Int least = 8;
    if (tile.m < least || tile.n < least) {
      return Problem{"instr_shape",
                     fmt::format("is {} x {}: m and n are at least {}", tile.m, tile.n, least)};
    }
    return problem_of_covered("warps_per_cta", tile_of(rank, tile.m, tile.n), mma.warps_per_cta,
                              Dims(rank, 1));
  }

  Answer operator()(const AmdMfma& mfma) const {
    const int rank = mfma.warps_per_cta.rank();
    constexpr Int most_version = 4;
    if (mfma.version < 1 || mfma.version > most_version) {
      return Problem{"version", "is not in 1 to 4"};
    }
    if (rank < 2) return Problem{"warps_per_cta", too_few_dimensions(rank)};
    if (auto problem = not_powers("warps_per_cta", mfma.warps_per_cta, rank)) return problem;
    if (auto problem = problem_of_cluster(mfma.cga_layout, rank)) return problem;
    const int numbers = mfma.instr_shape.rank();
    if (numbers != 2 && numbers != 3) {
      return Problem{"instr_shape",
                     fmt::format("has {}, but takes m, n, k", counted(numbers, "number"))};
    }
    if (auto problem = not_powers("instr_shape", mfma.instr_shape, numbers)) return problem;
    const std::pair tile(mfma.instr_shape[0], mfma.instr_shape[1]);
    constexpr std::pair<Int, Int> instructions[] = {{32, 32}, {16, 16}, {64, 4}, {4, 64}};
    if (std::find(std::begin(instructions), std::end(instructions), tile) ==
        std::end(instructions)) {
      return Problem{"instr_shape",
                     fmt::format("is {} x {}: the instructions are 32 x 32, 16 x 16, 64 x 4 and "
                                 "4 x 64",
                                 tile.first, tile.second)};
    }
    if (tile == instructions[2] && !mfma.transposed) {
      return Problem{"instr_shape", "is 64 x 4, which exists only transposed"};
    }
    if (mfma.element_bitwidth != 32 && mfma.element_bitwidth != 64) {
      return Problem{"element_bitwidth", "is neither 32 nor 64"};
    }
    const Dims tiles = or_ones(mfma.tiles_per_warp, rank);
    if (auto problem = not_powers("tiles_per_warp", tiles, rank)) return problem;
    return problem_of_covered("warps_per_cta", tile_of(rank, tile.first, tile.second),
                              mfma.warps_per_cta, tiles);
  }

  Answer operator()(const AmdWmma& wmma) const {
    const int layout_rank = rank(Description{wmma});
    constexpr Int most_version = 3;
    if (wmma.version < 1 || wmma.version > most_version) {
      return Problem{"version", "is not in 1 to 3"};
    }
    if (layout_rank < 2) return Problem{"warps_per_cta", too_few_dimensions(layout_rank)};
    if (auto problem = problem_of_cluster(wmma.cga_layout, layout_rank)) return problem;
    if (auto problem = not_powers("instr_shape", wmma.instr_shape, 3)) return problem;
    constexpr Int side = 16;
    if (wmma.instr_shape[0] != side || wmma.instr_shape[1] != side) {
      return Problem{"instr_shape", fmt::format("is {} x {}, but a tile is 16 x 16",
                                                wmma.instr_shape[0], wmma.instr_shape[1])};
    }
    if (auto problem = problem_of_bases("reg_bases", wmma.reg_bases, layout_rank)) return problem;
    if (auto problem = problem_of_bases("warp_bases", wmma.warp_bases, layout_rank)) return problem;
    for (const Bases* bases : {&wmma.reg_bases, &wmma.warp_bases}) {
      for (const Coordinate& basis : *bases) {
        for (Int tiles : basis) {
          if (tiles <= max_extent / (2 * side)) continue;
          return Problem{"warp_bases", fmt::format("makes the tile longer than {}", max_extent)};
        }
      }
    }
    if (wmma.warps_per_cta.rank() == 0) return std::nullopt;
    if (auto problem = not_powers("warps_per_cta", wmma.warps_per_cta, layout_rank)) return problem;
    const Dims tiles = or_ones(wmma.tiles_per_warp, layout_rank);
    if (auto problem = not_powers("tiles_per_warp", tiles, layout_rank)) return problem;
    return problem_of_covered("warps_per_cta", tile_of(layout_rank, side, side), wmma.warps_per_cta,
                              tiles);
  }

  Answer operator()(const DotOperand& operand) const {
    if (auto problem = problem_of(*operand.parent)) return problem;
    if (operand.operand_index != 0 && operand.operand_index != 1) {
      return Problem{"operand_index", "is neither 0 (A) nor 1 (B)"};
    }
    const auto& parent = operand.parent->kind;
    if (const auto* blocked = std::get_if<Blocked>(&parent)) {
      if (operand.k_width != 0) return Problem{"k_width", "is not for a blocked parent"};
      if (blocked->rank() < 2) return Problem{"parent", "has 1 dimension, but a matrix has 2"};
      return powers(*blocked);
    }
    if (const auto* mma = std::get_if<NvidiaMma>(&parent)) {
      if (operand.operand_index == 1 && mma->version_major == 3) {
        return Problem{"operand_index", "is 1, but version 3 takes only operand 0 from registers"};
      }
      // A thread's registers hold 8 one-byte elements along K.
      return k_width_among(operand, {1, 2, 4, 8}, "nvidia_mma");
    }
    if (std::holds_alternative<AmdMfma>(parent)) {
      return k_width_among(operand, {1, 2, 4, 8, 16, 32}, "amd_mfma");
    }
    if (const auto* wmma = std::get_if<AmdWmma>(&parent)) {
      // What the verifier of DotOperandEncodingAttr accepts and an instruction exists for.
      const Int k = wmma->instr_shape[2];
      if (wmma->version == 1 ? k != 16 : wmma->version == 3 && k == 16) {
        return Problem{"parent",
                       fmt::format("is amd_wmma version {}, which has no instruction of k {}",
                                   wmma->version, k)};
      }
      if (wmma->version == 1) return k_width_among(operand, {8, 16}, "amd_wmma version 1");
      if (wmma->version == 2) return k_width_among(operand, {4, 8, 16}, "amd_wmma version 2");
      return k_width_among(operand, {2, 8, 16}, "amd_wmma version 3");
    }
    return Problem{"parent", fmt::format("is {}: only nvidia_mma, amd_mfma, "
                                         "amd_wmma and blocked have operands",
                                         kind_name(*operand.parent))};
  }

  static Answer k_width_among(const DotOperand& operand, std::initializer_list<Int> widths,
                              std::string_view parent) {
    if (std::find(widths.begin(), widths.end(), operand.k_width) != widths.end()) {
      return std::nullopt;
    }
    if (operand.k_width == 0)
      return Problem{"k_width", fmt::format("is missing: {} needs it", parent)};
    return Problem{"k_width", fmt::format("is {}, but {} takes only {}", operand.k_width, parent,
                                          fmt::join(widths, ", "))};
  }
};

}  // namespace

std::optional<Problem> problem_of(const Description& description) {
  return std::visit(CheckKind{}, description.kind);
}

namespace {

/// Returns the number of places of a layout that is defined by its tile.
std::optional<Int> count_places(const Blocked& blocked, const Dims& extents, bool distinct) {
  std::optional<Int> places = 1;
  for (int d = 0; d < blocked.rank() && places; ++d) {
    Axis axis{.extent = extents[d],
              .elements = blocked.size_per_thread[d],
              .lanes = blocked.threads_per_warp[d],
              .warps = blocked.warps_per_cta[d],
              .repetitions = ceil_div(extents[d], blocked.tile(d)),
              .distinct = distinct};
    places = checked_multiply(*places, axis.places());
  }
  return places;
}

constexpr std::string_view too_many_places = "gives the layout more than 2^62 places";

}  // namespace

std::optional<Problem> problem_of(const Description& description, const Shape& shape) {
  if (shape.rank() != rank(description)) {
    return Problem{"shape",
                   fmt::format("has {}, but the layout has {}", counted(shape.rank(), "number"),
                               counted(rank(description), "dimension"))};
  }
  if (auto reason = not_sizes(shape)) return Problem{"shape", *reason};
  const Description& inner = innermost(description);
  Shape extents(rank(inner), 1);
  const Dims dimensions = innermost_dimensions(description);
  for (int d = 0; d < shape.rank(); ++d) extents[static_cast<int>(dimensions[d])] = shape[d];

  const auto* blocked = std::get_if<Blocked>(&inner.kind);
  if (blocked != nullptr && blocked->cga_layout.empty()) {
    const auto places = count_places(*blocked, extents, shape.rank() < blocked->rank());
    if (places && *places <= max_places) return std::nullopt;
    return Problem{"shape", std::string(too_many_places)};
  }
  for (Int extent : shape) {
    if (!is_power_of_two(extent)) {
      return Problem{
          "shape",
          fmt::format("has {}, but layouts other than blocked take only powers of two", extent)};
    }
  }
  const Steps steps = compose(inner, extents);
  int bits = 0;
  for (Index index : {Index::reg, Index::lane, Index::warp, Index::block}) {
    bits += steps.bits(index);
  }
  if (bits > std::countr_zero(static_cast<Bits>(max_places))) {
    return Problem{"shape", std::string(too_many_places)};
  }
  // If bases overlap or leave gaps, they may no longer reach every element of a smaller shape.
  if (!surjective(extents, {&steps.bases(Index::reg), &steps.bases(Index::lane),
                            &steps.bases(Index::warp), &steps.bases(Index::block)})) {
    return Problem{"shape", "has elements that no place holds, because it cuts off the bases"};
  }
  return std::nullopt;
}

std::vector<std::string> refused_by_triton(const Description& description, const Shape& shape) {
  std::vector<std::string> refusals;
  struct Parameter {
    std::string_view name;
    const Dims* values;
  };
  std::vector<Parameter> parameters;
  if (const auto* blocked = std::get_if<Blocked>(&innermost(description).kind)) {
    parameters = {{"size_per_thread", &blocked->size_per_thread},
                  {"threads_per_warp", &blocked->threads_per_warp},
                  {"warps_per_cta", &blocked->warps_per_cta}};
  }
  parameters.push_back({"shape", &shape});
  for (const auto& [name, values] : parameters) {
    if (!std::all_of(values->begin(), values->end(), is_power_of_two)) {
      refusals.push_back(
          fmt::format("Triton refuses {} {}: it takes only powers of two", name, to_text(*values)));
    }
  }
  if (std::holds_alternative<AmdWmma>(description.kind)) {
    constexpr Int side = 16;
    for (int d = shape.rank() - 2; d < shape.rank(); ++d) {
      if (shape[d] == 1 || shape[d] >= side) continue;
      refusals.push_back(fmt::format(
          "Triton refuses shape {}: amd_wmma takes extents of 1, or from 16 on", to_text(shape)));
      break;
    }
  }
  constexpr Int most_elements = Int{1} << 20;
  const auto elements = checked_product(shape);
  if (!elements || *elements > most_elements) {
    refusals.push_back(fmt::format("Triton refuses shape {}: it takes at most {} elements",
                                   to_text(shape), most_elements));
  }
  return refusals;
}

}  // namespace layoutq
