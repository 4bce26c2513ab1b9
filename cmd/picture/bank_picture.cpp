#include "cmd/picture/bank_picture.h"

#include <algorithm>

#include "cmd/error.h"
#include "core/layout/text.h"

namespace layoutq {

namespace {

constexpr Int most_requests = 1024;

/// A word of a bank, and the lanes that want it.
struct Word {
  Int bank;
  Int word;
  std::vector<Int> lanes;
  Int wavefront;  ///< of the phase: the bank's words take one each
  bool collides;  ///< the bank has other words, too
};

std::vector<Word> words_of(const BankAccess& access, const BankPhase& phase) {
  std::vector<Word> words;
  for (const BankAccess::Wanted& wanted : access.wanted(phase)) {
    const bool same_bank = !words.empty() && words.back().bank == wanted.bank;
    if (!same_bank || words.back().word != wanted.word) {
      words.push_back(
          {wanted.bank, wanted.word, {}, same_bank ? words.back().wavefront + 1 : 0, same_bank});
      if (same_bank) (words.rbegin() + 1)->collides = true;
    }
    std::vector<Int>& lanes = words.back().lanes;
    if (lanes.empty() || lanes.back() != wanted.lane) lanes.push_back(wanted.lane);
  }
  return words;
}

/// "5", "0-31", "0,4", "0,4+6": in few characters, for a cell.
std::string short_text(const std::vector<Int>& lanes) {
  const auto count = static_cast<Int>(lanes.size());
  if (count == 1) return fmt::format("{}", lanes.front());
  if (lanes.back() - lanes.front() + 1 == count) {
    return fmt::format("{}-{}", lanes.front(), lanes.back());
  }
  const std::string two = fmt::format("{},{}", lanes[0], lanes[1]);
  return count == 2 ? two : fmt::format("{}+{}", two, count - 2);
}

constexpr Int row_height = 20;
constexpr Int row_label_width = Svg::width_of(24);  // "phase 3, wavefront 31"
constexpr Int first_row = Svg::line_height + 2;
constexpr std::string_view served = "#bbffbb";
constexpr std::string_view colliding = "#dd8877";

void draw_words(Svg* svg, const std::vector<Word>& words, Int cell_width, Int y,
                Int element_bytes) {
  for (const Word& word : words) {
    const Int byte = word.word * word_bytes;
    std::string tip =
        fmt::format("bank {}, word {}\nbyte {}, offset {}\nlane{}", word.bank, word.word, byte,
                    byte / element_bytes, word.lanes.size() == 1 ? "" : "s");
    for (Int lane : word.lanes) tip += fmt::format(" {}", lane);
    if (word.collides) tip += "\ncollides: other lanes want other words of this bank";
    const Int x = row_label_width + word.bank * cell_width;
    const Int row = y + word.wavefront * row_height;
    svg->tip(tip);
    svg->rect(x, row, cell_width, row_height, word.collides ? colliding : served);
    svg->open_group("fill=\"#111\" text-anchor=\"middle\"");
    svg->text(x + cell_width / 2, row + row_height / 2 + 4, short_text(word.lanes));
    svg->close_group();
    if (word.collides) {
      svg->open_path();
      svg->output().print("M{} {}h6l-6 6z", x, row);
      svg->close_path();
    }
    svg->close_group();
  }
}

/// The phases of one request.
Panel request_panel(const DrawnAccess& drawn, Int warp, Int request, Int element_bytes) {
  const BankAccess& access = drawn.access;
  std::vector<std::vector<Word>> phases;
  std::vector<Int> wavefronts;
  std::size_t longest = 2;
  Int reg = 0;
  Int total = 0;
  for (Int i = 0; i < access.phases(); ++i) {
    const BankPhase phase = access.phase(warp, request, i);
    reg = phase.reg;
    phases.push_back(words_of(access, phase));
    wavefronts.push_back(phase.wavefronts);
    total += phase.wavefronts;
    for (const Word& word : phases.back())
      longest = std::max(longest, short_text(word.lanes).size());
  }
  const Int cell_width = Svg::width_of(longest) + 8;
  const auto draw = [=, phases = std::move(phases)](Svg* svg) {
    const Int width = bank_count * cell_width;
    svg->open_group("class=\"axis\" fill=\"#555\" text-anchor=\"middle\"");
    for (Int bank = 0; bank < bank_count; ++bank) {
      svg->text(row_label_width + bank * cell_width + cell_width / 2, first_row - 5,
                fmt::format("{}", bank));
    }
    svg->close_group();
    Int y = first_row;
    for (std::size_t i = 0; i < phases.size(); ++i) {
      svg->open_group("class=\"axis\" fill=\"#555\" text-anchor=\"end\"");
      for (Int wavefront = 0; wavefront < wavefronts[i]; ++wavefront) {
        svg->text(row_label_width - 6, y + wavefront * row_height + row_height / 2 + 4,
                  fmt::format("phase {}, wavefront {}", i, wavefront));
      }
      svg->close_group();
      draw_words(svg, phases[i], cell_width, y, element_bytes);
      svg->open_group(
          "class=\"lines\" fill=\"none\" stroke=\"#111\" stroke-width=\".5\" "
          "stroke-opacity=\".35\"");
      svg->open_path();
      for (Int bank = 1; bank < bank_count; ++bank) {
        svg->output().print("M{} {}v{}", row_label_width + bank * cell_width, y,
                            wavefronts[i] * row_height);
      }
      for (Int wavefront = 1; wavefront < wavefronts[i]; ++wavefront) {
        svg->output().print("M{} {}h{}", row_label_width, y + wavefront * row_height, width);
      }
      svg->close_path();
      svg->close_group();
      svg->open_group("class=\"frame\" fill=\"none\" stroke=\"#111\" stroke-width=\"2\"");
      svg->rect(row_label_width, y, width, wavefronts[i] * row_height);
      svg->close_group();
      y += wavefronts[i] * row_height;
    }
  };
  return {.heading = fmt::format("{}warp {}, register {}: {} a lane, {} where {} would do",
                                 drawn.name.empty() ? "" : drawn.name + " ", warp, reg,
                                 counted(access.vector_bytes(), "byte"),
                                 counted(total, "wavefront"), access.phases()),
          .width = row_label_width + bank_count * cell_width + 2,
          .height = first_row + total * row_height + 2,
          .draw = draw};
}

}  // namespace

Picture bank_picture(std::string caption, const std::vector<DrawnAccess>& accesses,
                     Int element_bytes, bool all) {
  Picture picture{.caption = std::move(caption), .page = "{\"kind\": \"cells\"}"};
  for (const DrawnAccess& drawn : accesses) {
    const BankAccess& access = drawn.access;
    if (!all) {
      const auto worst = access.worst_phase();
      if (!worst) {
        throw Error("there are too many accesses to find the slowest: draw a part of the tensor");
      }
      Int request = 0;
      while (access.phase(worst->warp, request, 0).reg != worst->reg) ++request;
      picture.panels.push_back(request_panel(drawn, worst->warp, request, element_bytes));
      continue;
    }
    const auto requests = checked_multiply(access.warps(), access.requests_per_warp());
    if (!requests || *requests > most_requests) {
      throw Error(fmt::format("a picture has room for {} requests", most_requests));
    }
    for (Int warp = 0; warp < access.warps(); ++warp) {
      for (Int request = 0; request < access.requests_per_warp(); ++request) {
        picture.panels.push_back(request_panel(drawn, warp, request, element_bytes));
      }
    }
  }
  picture.legend.push_back(filled_entry("a bank serves these lanes", std::string(served)));
  picture.legend.push_back(
      {"a collision: the bank has several words, one to a wavefront", [](Svg* svg) {
         svg->rect(0, 0, LegendEntry::width, LegendEntry::height, colliding);
         svg->open_path();
         svg->output().text("M0 0h6l-6 6z");
         svg->close_path();
       }});
  return picture;
}

}  // namespace layoutq
