#include "core/kinds/shared/swizzles.h"

#include <algorithm>
#include <set>

#include "core/kinds/shared/offsets.h"
#include "core/kinds/shared/shared_description.h"

namespace layoutq {

namespace {

constexpr Int least_padding_bytes = 4;
constexpr Int most_padding_bytes = 16;
/// The bytes that the 32 banks deliver at once.
constexpr Int bank_row_bytes = 128;

/// Collects candidates, and keeps one of those that place the elements alike.
class Candidates {
 public:
  explicit Candidates(const Shape& shape) : shape_(shape) {}

  void add(SharedDescription description) {
    if (problem_of(description) || problem_of(description, shape_)) return;
    const SharedLayout layout = build(description, shape_);
    const LinearLayout numbers = layout.linear();
    std::vector<Bits> places;
    for (int i = 0; i < numbers.bits_of(Index::reg); ++i) places.push_back(numbers.basis(i));
    for (const Padding& padding : layout.paddings()) {
      places.push_back(static_cast<Bits>(padding.interval));
      places.push_back(static_cast<Bits>(padding.elements));
    }
    if (known_.insert(std::move(places)).second) all_.push_back(std::move(description));
  }
  std::vector<SharedDescription> all() && { return std::move(all_); }

 private:
  Shape shape_;
  std::set<std::vector<Bits>> known_;
  std::vector<SharedDescription> all_;
};

/// Returns row-major and column-major order. Dimensions before the last two stay the slowest.
std::vector<Dims> orders(int rank) {
  Dims row_major;
  for (int d = rank - 1; d >= 0; --d) row_major.push_back(d);
  if (rank == 1) return {row_major};
  Dims column_major = row_major;
  std::swap(column_major[0], column_major[1]);
  return {row_major, column_major};
}

}  // namespace

std::vector<SharedDescription> swizzles(const Shape& shape, Int element_bytes) {
  Candidates candidates(shape);
  const int rank = shape.rank();
  const Int most_vec = std::max<Int>(1, most_padding_bytes / element_bytes);
  for (const Dims& order : orders(rank)) {
    candidates.add({SwizzledShared{.vec = 1, .per_phase = 1, .max_phase = 1, .order = order}});
  }
  for (const Dims& order : orders(rank)) {
    const Int columns = shape[static_cast<int>(order[0])];
    for (Int vec = most_vec; vec >= 1 && rank > 1; vec /= 2) {
      // More phases than vectors in a row of banks only repeat.
      const Int most_phases =
          std::min(columns, std::max<Int>(1, bank_row_bytes / element_bytes)) / vec;
      for (Int max_phase = 2; max_phase <= most_phases; max_phase *= 2) {
        // Matrix rows that share a row of banks may share a phase.
        for (Int per_phase = 1;
             per_phase == 1 || per_phase * columns * element_bytes <= bank_row_bytes;
             per_phase *= 2) {
          candidates.add({SwizzledShared{
              .vec = vec, .per_phase = per_phase, .max_phase = max_phase, .order = order}});
        }
      }
    }
  }
  for (Int width : {128, 64, 32}) {
    for (bool transposed : {false, true}) {
      candidates.add({NvmmaShared{.swizzle_byte_width = width,
                                  .element_bitwidth = 8 * element_bytes,
                                  .rank = rank,
                                  .transposed = transposed}});
    }
  }
  for (const Dims& order : orders(rank)) {
    for (Int bytes = least_padding_bytes; bytes <= most_padding_bytes; bytes *= 2) {
      if (bytes < element_bytes) continue;
      candidates.add(
          {PaddedShared{.paddings = {{shape[static_cast<int>(order[0])], bytes / element_bytes}},
                        .offset_bases = bases_in_order(shape, order),
                        .shape = shape}});
    }
  }
  return std::move(candidates).all();
}

}  // namespace layoutq
