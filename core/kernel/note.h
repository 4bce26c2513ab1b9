#pragma once

#include <string>
#include <string_view>

#include "core/kernel/abstract_value.h"

namespace layoutq {

/// What layoutq does not model. An operation that meets one of these has a row, but no counts.
enum class Gap {
  tma,
  atomics,
  tensor_memory,
  warp_specialization,
  clusters,
  too_many_threads,  ///< more warps or lanes than a CTA of any hardware has
  no_tensor,         ///< the operation's type is not a tensor
  layout_kind,       ///< Note::name is the kind of layout
  tensor_size,       ///< more elements than Triton allows
  sizes,             ///< a layout with sizes that are not powers of two
  pointer_type,      ///< the pointer is not a tt.ptr
  element_type,      ///< Note::name is the type
  threads,           ///< a conversion between layouts of different numbers of threads
  axis,              ///< a reduction along an axis that the tensor does not have
  shared_contents,   ///< shared memory that holds another shape or other elements
  other_memory,      ///< another CTA's shared memory
  subview,           ///< a part of what was allocated in shared memory
  ldmatrix,
  stmatrix,
};

enum class NoteKind {
  // Why an operation is not described, or not completely.
  not_modelled,  ///< `gap`
  no_layout,     ///< the tensor's type has none
  no_shared_layout,
  invalid_layout,  ///< `name` is the parameter that is wrong, `reason` says why
  paddings,        ///< a padded shared layout would take too long to count
  // Why traffic is not known.
  gather,             ///< the pointer is loaded
  unknown_pointer,    ///< `why`
  unknown_alignment,  ///< the pointer is known up to a multiple of less than a sector: `why`
  unknown_mask,       ///< `why`
  too_long,           ///< counting would take too long
  misfit,             ///< pointer or mask have another shape than the tensor
  one_execution,      ///< the efficiency is that of one execution
  // How often an operation runs.
  unknown_times,  ///< `why`
  loop_not_entered,
  branch_not_taken,
  not_reached,      ///< the evaluation was cut before it reached the operation
  loop_left_early,  ///< the evaluation was cut while it was in the operation's loop
  // What the hardware or the assembler makes of it.
  exits_first,  ///< an upper bound: threads that store nothing may exit before they load
  not_issued,   ///< `count` of `of` instructions, since their bytes are loaded anyway
  masked_off,   ///< the mask is false in every execution
  misaligned,   ///< an address is not a multiple of `count` bytes, so that the access faults
  // About the whole function.
  loads_not_compared,  ///< finding all loads that are not issued would take too long
  jump_cut,            ///< `name` and `line` say where
  loop_cut,            ///< after `count` iterations; `name` and `line` say where
  loop_not_reached,    ///< `name` and `line` say where
  needs_grid,          ///< the number of programs is used, and not given
};

/// Why something about an operation or a function is not known, or what to keep in mind when
/// reading its counts. The program words it.
struct Note {
  NoteKind kind;
  Gap gap = Gap::tma;                ///< of not_modelled
  Unknown why = Unknown::operation;  ///< of the kinds whose comment names it, as are all others
  Int count = 0;
  Int of = 0;
  Int line = 0;           ///< a line of the dump, counted from 1
  std::string name = {};  ///< a source line, a type, a kind of layout or a parameter
  std::string reason = {};

  /// True if it says why an operation is not described.
  bool is_problem() const {
    return kind == NoteKind::not_modelled || kind == NoteKind::no_layout ||
           kind == NoteKind::no_shared_layout || kind == NoteKind::invalid_layout;
  }

  friend bool operator==(const Note&, const Note&) = default;
};

/// The note for what is not modelled; `name` as Gap says.
inline Note not_modelled(Gap gap, std::string_view name = {}) {
  return {.kind = NoteKind::not_modelled, .gap = gap, .name = std::string(name)};
}

}  // namespace layoutq
