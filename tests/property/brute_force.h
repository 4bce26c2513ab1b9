#pragma once

#include <cstdint>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

/// Enumerates layouts place by place from the formulas of the specification, to compare core's
/// answers with. It shares no code with core.
namespace layoutq::brute_force {

using Numbers = std::vector<std::int64_t>;

struct Parameters {
  Numbers size_per_thread, threads_per_warp, warps_per_cta, order;
  Numbers dropped;  ///< the slices in order; each numbers the dimensions that are left before it
  Numbers shape;    ///< of the tensor after all slices
};

using Lane = std::vector<Numbers>;  ///< [register]
using Warp = std::vector<Lane>;
using Cta = std::vector<Warp>;

struct Enumeration {
  Numbers shape;
  std::int64_t warps = 0;
  std::int64_t lanes = 0;
  std::int64_t registers = 0;
  std::vector<Cta> element;  ///< [block][warp][lane][register]
  Numbers repetition;        ///< the repetition of each register
  std::int64_t blocks() const { return static_cast<std::int64_t>(element.size()); }
};

/// Returns the xor of the bases of the bits that are set in `index`, coordinate by coordinate.
inline Numbers combine(const std::vector<Numbers>& bases, std::int64_t index, std::size_t rank) {
  Numbers element(rank, 0);
  for (std::size_t i = 0; i < bases.size(); ++i) {
    if ((index >> i) % 2 == 0) continue;
    for (std::size_t d = 0; d < rank; ++d) element[d] ^= bases[i][d];
  }
  return element;
}

/// A layout by its bases. Its registers come in repetitions of 2^thread_tile_bits.
struct BasesParameters {
  std::vector<Numbers> reg, lane, warp, block;
  std::int64_t thread_tile_bits = 0;
  Numbers shape;
};

inline Enumeration enumerate(const BasesParameters& p) {
  const auto count = [](const std::vector<Numbers>& bases) {
    return std::int64_t{1} << bases.size();
  };
  const std::size_t rank = p.shape.size();
  Enumeration all{p.shape, count(p.warp), count(p.lane), count(p.reg), {}, {}};
  for (std::int64_t r = 0; r < all.registers; ++r)
    all.repetition.push_back(r >> p.thread_tile_bits);
  for (std::int64_t b = 0; b < count(p.block); ++b) {
    all.element.emplace_back();
    for (std::int64_t w = 0; w < all.warps; ++w) {
      all.element.back().emplace_back();
      for (std::int64_t l = 0; l < all.lanes; ++l) {
        all.element.back().back().emplace_back();
        for (std::int64_t r = 0; r < all.registers; ++r) {
          Numbers element = combine(p.reg, r, rank);
          for (const Numbers& part :
               {combine(p.lane, l, rank), combine(p.warp, w, rank), combine(p.block, b, rank)}) {
            for (std::size_t d = 0; d < rank; ++d) element[d] ^= part[d];
          }
          all.element.back().back().back().push_back(element);
        }
      }
    }
  }
  return all;
}

inline std::int64_t product(const Numbers& numbers) {
  std::int64_t all = 1;
  for (std::int64_t number : numbers) all *= number;
  return all;
}

inline Numbers delinearize(std::int64_t i, const Numbers& dims, const Numbers& order) {
  Numbers digits(dims.size());
  for (std::int64_t d : order) {
    const auto at = static_cast<std::size_t>(d);
    digits[at] = i % dims[at];
    i /= dims[at];
  }
  return digits;
}

inline Enumeration enumerate_blocked(const Parameters& p, const Numbers& shape) {
  Numbers tile, reps;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    tile.push_back(p.size_per_thread[d] * p.threads_per_warp[d] * p.warps_per_cta[d]);
    reps.push_back((shape[d] + tile[d] - 1) / tile[d]);
  }
  const std::int64_t thread_tile = product(p.size_per_thread);
  Enumeration all{
      shape, product(p.warps_per_cta), product(p.threads_per_warp), thread_tile * product(reps), {},
      {}};
  for (std::int64_t r = 0; r < all.registers; ++r) all.repetition.push_back(r / thread_tile);
  Cta& cta = all.element.emplace_back();
  for (std::int64_t w = 0; w < all.warps; ++w) {
    const Numbers warp = delinearize(w, p.warps_per_cta, p.order);
    cta.emplace_back();
    for (std::int64_t l = 0; l < all.lanes; ++l) {
      const Numbers lane = delinearize(l, p.threads_per_warp, p.order);
      cta.back().emplace_back();
      for (std::int64_t r = 0; r < all.registers; ++r) {
        const Numbers elem = delinearize(r % thread_tile, p.size_per_thread, p.order);
        const Numbers rep = delinearize(r / thread_tile, reps, p.order);
        Numbers element;
        for (std::size_t d = 0; d < shape.size(); ++d) {
          element.push_back((rep[d] * tile[d] +
                             warp[d] * p.size_per_thread[d] * p.threads_per_warp[d] +
                             lane[d] * p.size_per_thread[d] + elem[d]) %
                            shape[d]);
        }
        cta.back().back().push_back(element);
      }
    }
  }
  return all;
}

/// Drops dimension `dim`, whose extent is 1, and the registers that hold what a lower register of
/// their lane holds.
inline Enumeration slice(const Enumeration& parent, std::int64_t dim) {
  Enumeration left = parent;
  left.shape.erase(left.shape.begin() + dim);
  bool first = true;
  for (Warp& warp : left.element.front()) {
    for (Lane& lane : warp) {
      Lane kept;
      Numbers repetition;
      std::set<Numbers> seen;
      for (std::size_t r = 0; r < lane.size(); ++r) {
        lane[r].erase(lane[r].begin() + dim);
        if (!seen.insert(lane[r]).second) continue;
        kept.push_back(lane[r]);
        repetition.push_back(parent.repetition[r]);
      }
      if (!first && repetition != left.repetition) {
        throw std::logic_error("lanes keep different registers");
      }
      first = false;
      left.repetition = repetition;
      lane = kept;
    }
  }
  left.registers = static_cast<std::int64_t>(left.repetition.size());
  return left;
}

inline Enumeration enumerate(const Parameters& p) {
  Numbers shape = p.shape;
  for (auto dim = p.dropped.rbegin(); dim != p.dropped.rend(); ++dim) {
    shape.insert(shape.begin() + *dim, 1);
  }
  Enumeration all = enumerate_blocked(p, shape);
  for (std::int64_t dim : p.dropped) all = slice(all, dim);
  return all;
}

}  // namespace layoutq::brute_force
