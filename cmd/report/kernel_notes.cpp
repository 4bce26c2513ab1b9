#include "cmd/report/kernel_notes.h"

#include <fmt/format.h>

#include "core/layout/text.h"

namespace layoutq {

namespace {

std::string text_of_gap(const Note& note) {
  switch (note.gap) {
    case Gap::tma:
      return "tma";
    case Gap::atomics:
      return "atomics";
    case Gap::tensor_memory:
      return "tensor memory";
    case Gap::warp_specialization:
      return "warp specialisation";
    case Gap::clusters:
      return "clusters";
    case Gap::too_many_threads:
      return "more threads than a CTA has";
    case Gap::no_tensor:
      return "its type is not a tensor";
    case Gap::layout_kind:
      return note.name;
    case Gap::tensor_size:
      return "larger than Triton's tensors";
    case Gap::sizes:
      return "sizes that are not powers of two";
    case Gap::pointer_type:
      return "its pointer is not a tt.ptr";
    case Gap::element_type:
      return fmt::format("elements of type {}", note.name);
    case Gap::threads:
      return "layouts of different numbers of threads";
    case Gap::axis:
      return "its axis is outside the tensor";
    case Gap::shared_contents:
      return "shared memory of another shape or element type";
    case Gap::other_memory:
      return "another CTA's memory";
    case Gap::subview:
      return "a part of what was allocated";
    case Gap::ldmatrix:
      return "ldmatrix";
    case Gap::stmatrix:
      return "stmatrix";
  }
  return "";
}

/// Returns why a value is not known, as the rest of a sentence.
std::string_view because(Unknown why) {
  switch (why) {
    case Unknown::loaded:
      return "is loaded";
    case Unknown::grid:
      return "depends on the grid (--grid)";
    case Unknown::limit:
      return "would take too long to compute";
    case Unknown::operation:
      break;
  }
  return "comes from an operation that is not followed";
}

/// Returns the position in the source or, if it is unknown, in the dump.
std::string place_of(const Note& note) {
  return note.name.empty() ? fmt::format("line {} of the text", note.line) : note.name;
}

}  // namespace

std::string text_of(const Note& note) {
  switch (note.kind) {
    case NoteKind::not_modelled:
      return "not modelled: " + text_of_gap(note);
    case NoteKind::no_layout:
      return "no layout";
    case NoteKind::no_shared_layout:
      return "no layout in shared memory";
    case NoteKind::invalid_layout:
      return fmt::format("no layout: {} {}", note.name, note.reason);
    case NoteKind::paddings:
      return "paddings would take too long to count";
    case NoteKind::gather:
      return "gather: the pointer is loaded";
    case NoteKind::unknown_pointer:
      return fmt::format("unknown: the pointer {}", because(note.why));
    case NoteKind::unknown_alignment:
      return fmt::format("unknown: the pointer's alignment {}", because(note.why));
    case NoteKind::unknown_mask:
      return fmt::format("unknown: the mask {}", because(note.why));
    case NoteKind::too_long:
      return "unknown: it would take too long to compute";
    case NoteKind::misfit:
      return "unknown: the pointer or the mask has another shape than the tensor";
    case NoteKind::one_execution:
      return "efficiency of one execution";
    case NoteKind::unknown_times:
      return fmt::format("times unknown: the condition or trip count {}", because(note.why));
    case NoteKind::loop_not_entered:
      return "loop not entered";
    case NoteKind::branch_not_taken:
      return "branch not taken";
    case NoteKind::not_reached:
      return "cut: not reached";
    case NoteKind::loop_left_early:
      return "cut: the loop was left before its end";
    case NoteKind::exits_first:
      return "at most: threads that store nothing may exit before they load";
    case NoteKind::not_issued:
      return fmt::format("{} of a thread's {} not issued: their bytes are loaded anyway",
                         note.count, counted(note.of, "instruction"));
    case NoteKind::masked_off:
      return "masked off";
    case NoteKind::misaligned:
      return fmt::format("faults: an address is not a multiple of the {} that it was compiled for",
                         counted(note.count, "byte"));
    case NoteKind::loads_not_compared:
      return "not all overlapping loads were compared: fewer may be issued";
    case NoteKind::jump_cut:
      return fmt::format("cut: the jump at {} was no longer followed", place_of(note));
    case NoteKind::loop_cut:
      return fmt::format("cut: the loop at {} was left after {}; later iterations are not counted",
                         place_of(note), counted(note.count, "iteration"));
    case NoteKind::loop_not_reached:
      return fmt::format("cut: the loop at {} was not reached", place_of(note));
    case NoteKind::needs_grid:
      return "the kernel uses the number of programs: give it, as in --grid 132,1,1";
  }
  return "";
}

}  // namespace layoutq
