// The page of `gpump explain`: the explanation that it carries.

import { $ } from "./dom.js";
import { App } from "./app.js";
import { Model } from "./model.js";
import { unpacked } from "./unpack.js";

new App().start(new Model(unpacked(JSON.parse($("explanation").textContent))));
document.documentElement.dataset.ready = "true";
performance.mark("ready");
