#pragma once

#include <cstdint>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

/// Layouts enumerated place by place from the formulas of the specification, with nothing of core
/// in it, to hold core's answers against.
namespace layoutq::brute_force {

using Numbers = std::vector<std::int64_t>;

struct Parameters {
  Numbers size_per_thread, threads_per_warp, warps_per_cta, order;
  Numbers dropped;  ///< slices from left to right, each dimension counted in what is left
  Numbers shape;    ///< of the tensor that is left
};

struct Enumeration {
  Numbers shape;
  std::int64_t warps = 0;
  std::int64_t lanes = 0;
  std::int64_t registers = 0;
  std::vector<std::vector<std::vector<Numbers>>> element;  ///< [warp][lane][register]
  Numbers block;                                           ///< the repetition of each register
};

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
  const std::int64_t block = product(p.size_per_thread);
  Enumeration all{
      shape, product(p.warps_per_cta), product(p.threads_per_warp), block * product(reps), {}, {}};
  for (std::int64_t r = 0; r < all.registers; ++r) all.block.push_back(r / block);
  for (std::int64_t w = 0; w < all.warps; ++w) {
    const Numbers warp = delinearize(w, p.warps_per_cta, p.order);
    all.element.emplace_back();
    for (std::int64_t l = 0; l < all.lanes; ++l) {
      const Numbers lane = delinearize(l, p.threads_per_warp, p.order);
      all.element.back().emplace_back();
      for (std::int64_t r = 0; r < all.registers; ++r) {
        const Numbers elem = delinearize(r % block, p.size_per_thread, p.order);
        const Numbers rep = delinearize(r / block, reps, p.order);
        Numbers element;
        for (std::size_t d = 0; d < shape.size(); ++d) {
          element.push_back((rep[d] * tile[d] +
                             warp[d] * p.size_per_thread[d] * p.threads_per_warp[d] +
                             lane[d] * p.size_per_thread[d] + elem[d]) %
                            shape[d]);
        }
        all.element.back().back().push_back(element);
      }
    }
  }
  return all;
}

/// Drops dimension `dim`, of extent 1, and the registers that hold in their lane nothing new.
inline Enumeration slice(const Enumeration& parent, std::int64_t dim) {
  Enumeration left = parent;
  left.shape.erase(left.shape.begin() + dim);
  bool first = true;
  for (auto& warp : left.element) {
    for (auto& lane : warp) {
      std::vector<Numbers> kept;
      Numbers block;
      std::set<Numbers> seen;
      for (std::size_t r = 0; r < lane.size(); ++r) {
        lane[r].erase(lane[r].begin() + dim);
        if (!seen.insert(lane[r]).second) continue;
        kept.push_back(lane[r]);
        block.push_back(parent.block[r]);
      }
      if (!first && block != left.block) throw std::logic_error("lanes keep different registers");
      first = false;
      left.block = block;
      lane = kept;
    }
  }
  left.registers = static_cast<std::int64_t>(left.block.size());
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
