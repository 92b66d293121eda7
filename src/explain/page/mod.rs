//! The page of `gpump explain`: one file of HTML with all that it needs.

use super::{Explanation, json};

/// The page.
pub fn html(explanation: &Explanation) -> String {
    let title = escape(&explanation.file);
    // A `<` in a string of JSON may be written so, and then nothing ends the element.
    let data = json(explanation).replace('<', "\\u003c");
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <script type=\"application/json\" id=\"explanation\">{data}</script>\n</html>\n"
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
