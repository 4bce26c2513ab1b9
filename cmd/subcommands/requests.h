#pragma once

#include <vector>

#include "cmd/flags/bank_flags.h"
#include "cmd/flags/memory_flags.h"
#include "cmd/report/cell.h"
#include "cmd/report/output_options.h"
#include "cmd/report/subject.h"
#include "core/layout/walk.h"

/// What subcommands are asked, as plain values. A subcommand reads its flags into a request and
/// answers that; another subcommand can make a request of its own, as `inspect --show` does for a
/// picture. Each `answer` writes the answer and returns the exit code, and throws Error if there is
/// none.
namespace layoutq {

/// `map` of a layout of registers.
struct MapRequest {
  enum class View { tensor, thread };

  OutputOptions output;
  Subject subject;
  View view = View::tensor;
  CellOptions cells;
  Selection selection;
  bool explain = false;         ///< calculate the elements of the selected thread
  bool name_registers = false;  ///< in a table of threads, since some may be left out
};
int answer(const MapRequest& request);

/// `sectors`.
struct SectorsRequest {
  enum class Per { rep, request, cta };

  OutputOptions output;
  Subject subject;
  PlacedTensor tensor;
  Per per = Per::rep;
  Range blocks;  ///< CTAs
  Range warps;
  Range reps;  ///< only for Per::rep
  CellOptions cells;
};
int answer(const SectorsRequest& request);

/// `reduce`.
struct ReduceRequest {
  OutputOptions output;
  Subject subject;
  std::vector<int> axes;
  CellOptions cells;
};
int answer(const ReduceRequest& request);

/// `banks` of one layout in shared memory, or of many that it tries.
struct BanksRequest {
  enum class Rows {
    ctas,      ///< a row for all requests of a CTA
    requests,  ///< a row for each phase of each request
    swizzles,  ///< a row for each layout that was tried, the best first
  };

  OutputOptions output;
  BankQuestion question;
  Rows rows = Rows::ctas;
  bool explain = false;  ///< show bank, words and lanes of the worst phase, under Rows::ctas
  Int most = 10;         ///< rows of Rows::swizzles
};
int answer(const BanksRequest& request);

}  // namespace layoutq
