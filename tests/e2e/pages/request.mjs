// The Request tab: an operation with its body, the response, and earlier requests.

import { JsonPane } from "./json-pane.mjs";

export class RequestTab {
  constructor(page) {
    this.panel = page.getByRole("tabpanel", { name: "Request", exact: true });
    this.operation = this.panel.getByRole("combobox", { name: "Operation" });
    this.send = this.panel.getByRole("button", { name: "Send", exact: true });
    this.body = new JsonPane(page, "Body");
    this.answer = this.panel.getByRole("region", { name: "Response as JSON" });
    this.history = this.panel.getByRole("region", { name: "Sent requests" });
  }
}
