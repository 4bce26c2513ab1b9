#include "cmd/picture/bank_picture.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "cmd/error.h"
#include "core/layout/text.h"

namespace layoutq {

namespace {

constexpr Int most_drawn_requests = 1024;

/// Names the lanes in few characters, for a cell: "5", "0-31", "0,4", "0,4+6".
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
constexpr Rgb served = palette[6];
constexpr Rgb colliding = palette[3];

void draw_collision(Svg* svg, Int x, Int y) {
  SvgPath path(svg);
  path.print("M{} {}h6l-6 6z", x, y);
  path.end();
}

/// Draws one request, phase by phase.
class RequestDrawing {
 public:
  RequestDrawing(const BankAccess& access, Int warp, Int request, Int element_bytes);

  Panel panel(const std::string& name) const;

 private:
  struct Phase {
    std::vector<BankAccess::Word> words;
    Int wavefronts;
  };

  void draw(Svg* svg) const;
  void draw_phase(Svg* svg, std::size_t number, Int y) const;
  /// `collides` marks the word: other words of the same phase lie in its bank.
  void draw_word(Svg* svg, const BankAccess::Word& word, bool collides, Int y) const;

  Int warp_;
  Int reg_ = 0;
  Int vector_bytes_;
  Int element_bytes_;
  Int wavefronts_ = 0;  ///< summed over the phases
  Int cell_width_ = 0;
  std::vector<Phase> phases_;
};

RequestDrawing::RequestDrawing(const BankAccess& access, Int warp, Int request, Int element_bytes)
    : warp_(warp), vector_bytes_(access.vector_bytes()), element_bytes_(element_bytes) {
  std::size_t longest = 2;
  for (Int i = 0; i < access.phases(); ++i) {
    const BankPhase phase = access.phase(warp, request, i);
    reg_ = phase.reg;
    wavefronts_ += phase.wavefronts;
    phases_.push_back({access.words(phase), phase.wavefronts});
    for (const BankAccess::Word& word : phases_.back().words) {
      longest = std::max(longest, short_text(word.lanes).size());
    }
  }
  cell_width_ = Svg::width_of(longest) + 8;
}

Panel RequestDrawing::panel(const std::string& name) const {
  return {.heading = fmt::format("{}warp {}, register {}: {} a lane, {} where {} would do",
                                 name.empty() ? "" : name + " ", warp_, reg_,
                                 counted(vector_bytes_, "byte"), counted(wavefronts_, "wavefront"),
                                 phases_.size()),
          .width = row_label_width + bank_count * cell_width_ + 2,
          .height = first_row + wavefronts_ * row_height + 2,
          .draw = [drawing = *this](Svg* svg) { drawing.draw(svg); }};
}

void RequestDrawing::draw(Svg* svg) const {
  svg->open_group("class=\"axis\" fill=\"#555\" text-anchor=\"end\"");
  svg->text(row_label_width - 6, first_row - 5, "lanes by bank");
  svg->close_group();
  svg->open_group("class=\"axis\" fill=\"#555\" text-anchor=\"middle\"");
  for (Int bank = 0; bank < bank_count; ++bank) {
    svg->text(row_label_width + bank * cell_width_ + cell_width_ / 2, first_row - 5,
              fmt::format("{}", bank));
  }
  svg->close_group();
  Int y = first_row;
  for (std::size_t i = 0; i < phases_.size(); ++i) {
    draw_phase(svg, i, y);
    y += phases_[i].wavefronts * row_height;
  }
}

void RequestDrawing::draw_phase(Svg* svg, std::size_t number, Int y) const {
  const Phase& phase = phases_[number];
  const Int width = bank_count * cell_width_;
  const Int height = phase.wavefronts * row_height;
  svg->open_group("class=\"axis\" fill=\"#555\" text-anchor=\"end\"");
  for (Int wavefront = 0; wavefront < phase.wavefronts; ++wavefront) {
    const std::string name = fmt::format("{}", wavefront);
    svg->text(row_label_width - 6, y + wavefront * row_height + row_height / 2 + 4,
              wavefront == 0 ? fmt::format("phase {}, wavefront {}", number, name) : name);
  }
  svg->close_group();
  for (std::size_t i = 0; i < phase.words.size(); ++i) {
    const BankAccess::Word& word = phase.words[i];
    const bool more = i + 1 < phase.words.size() && phase.words[i + 1].bank == word.bank;
    draw_word(svg, word, more || word.wavefront > 0, y);
  }
  svg->open_group("class=\"lines\" fill=\"none\" stroke=\"#777\" stroke-width=\".5\"");
  SvgPath lines(svg);
  for (Int bank = 1; bank < bank_count; ++bank) {
    lines.print("M{} {}v{}", row_label_width + bank * cell_width_, y, height);
  }
  for (Int wavefront = 1; wavefront < phase.wavefronts; ++wavefront) {
    lines.print("M{} {}h{}", row_label_width, y + wavefront * row_height, width);
  }
  lines.end();
  svg->close_group();
  svg->open_group("class=\"frame\" fill=\"none\" stroke=\"#111\" stroke-width=\"2\"");
  svg->rect(row_label_width, y, width, height);
  svg->close_group();
}

void RequestDrawing::draw_word(Svg* svg, const BankAccess::Word& word, bool collides, Int y) const {
  const Int byte = word.word * word_bytes;
  const Int x = row_label_width + word.bank * cell_width_;
  const Int row = y + word.wavefront * row_height;
  svg->tip(fmt::format("bank {}, word {}\nbyte {}, offset {}\nlane{} {}{}", word.bank, word.word,
                       byte, byte / element_bytes_, word.lanes.size() == 1 ? "" : "s",
                       fmt::join(word.lanes, " "),
                       collides ? "\ncollides: other lanes want other words of this bank" : ""));
  svg->rect(x, row, cell_width_, row_height, hex(collides ? colliding : served));
  svg->open_group("fill=\"#111\" text-anchor=\"middle\"");
  svg->text(x + cell_width_ / 2, row + row_height / 2 + 4, short_text(word.lanes));
  svg->close_group();
  if (collides) draw_collision(svg, x, row);
  svg->close_group();
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
      picture.panels.push_back(
          RequestDrawing(access, worst->warp, request, element_bytes).panel(drawn.name));
      continue;
    }
    const auto requests = checked_multiply(access.warps(), access.requests_per_warp());
    if (!requests || *requests > most_drawn_requests) {
      throw Error(fmt::format(
          "a picture has room for {} requests: without --per request it shows the slowest",
          most_drawn_requests));
    }
    for (Int warp = 0; warp < access.warps(); ++warp) {
      for (Int request = 0; request < access.requests_per_warp(); ++request) {
        picture.panels.push_back(
            RequestDrawing(access, warp, request, element_bytes).panel(drawn.name));
      }
    }
  }
  picture.legend.push_back(filled_entry("a bank serves these lanes", hex(served)));
  picture.legend.push_back({"collision: a wavefront for each word of the bank", [](Svg* svg) {
                              svg->rect(0, 0, LegendEntry::width, LegendEntry::height,
                                        hex(colliding));
                              draw_collision(svg, 0, 0);
                            }});
  return picture;
}

}  // namespace layoutq
