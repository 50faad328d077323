#pragma once

class QEvent;
class QString;
class QWidget;

namespace fenwick::ui {

// "What is this?": a control is explained by its own words, or by its tool tip, or by the panel that it stands in.
QString explanation(const QWidget* widget);

// Of whatever has the focus, beside it. False where there is nothing to say.
bool explainFocused();

// What Qt asks while "What is this?" waits for a click; true where it has been answered.
bool answersWhatsThis(QWidget* widget, QEvent* event);

}  // namespace fenwick::ui
