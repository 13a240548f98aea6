// The Events card: the event log as text.

export class EventsCard {
  constructor(page) {
    const views = page.getByRole("region", { name: "Live views" });
    this.title = views.locator("summary", { hasText: /^\s*Events/ });
    this.kind = views.getByRole("combobox", { name: "Kind of event" });
    this.text = views.getByRole("textbox", { name: "Filter events by text" });
    this.lines = views.getByRole("list", { name: "Events, newest first" }).getByRole("listitem");
  }

  async unfold() {
    await this.title.click();
  }
}
