// A site of a test: a copy of the built page on a server of its own, which the test stops, starts again, and gives another
// version. Browsers treat any name below `localhost` as secure, so one stands for a site with TLS.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { filesBelow, writeServiceWorker } from "../../../web/version.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");
const BASE = "/some/sub-path/";

/** Hosts of a site: on a network with TLS, on one without, and on the machine of a developer. All are this machine. */
export const SECURE = "site.localhost";
export const PLAIN = "site.test";
export const LOCAL = "localhost";
/** The argument with which a browser finds them. */
export const RESOLVER = `--host-resolver-rules=MAP ${PLAIN} 127.0.0.1`;

export class Site {
  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), "hashrange-site-"));
    cpSync(join(root, "dist"), this.folder, { recursive: true });
    this.port = 0;
    this.versions = 0;
  }

  /** Starts the server, always on the same port. */
  async start() {
    const words = ["web/serve.mjs", this.folder, "127.0.0.1", String(this.port), BASE];
    this.server = spawn("node", words, { cwd: root, stdio: ["pipe", "pipe", "inherit"] });
    const [line] = await once(this.server.stdout, "data");
    this.port = Number(new URL(String(line).trim()).port);
  }

  /** Stops the server, which is the end of the network for this site. */
  async stop() {
    const ended = once(this.server, "exit");
    this.server.stdin.end();
    await ended;
  }

  async remove() {
    if (this.server.exitCode === null) await this.stop();
    rmSync(this.folder, { recursive: true });
  }

  /** The address of the page at a host. */
  at(host, rest = "") {
    return `http://${host}:${this.port}${BASE}${rest}`;
  }

  /** The folder of the version that the server has. */
  get version() {
    return readdirSync(this.folder).find((name) => /^[0-9a-f]{16}$/.test(name));
  }

  /** The paths of all files of the version, in order. The path of the page itself is empty. */
  files() {
    const own = filesBelow(join(this.folder, this.version)).filter((name) => !name.endsWith(".gz"));
    return ["", ...own.map((name) => `${this.version}/${name}`)].sort();
  }

  /** Replaces the page by another version, in which a file has another text. Compressed copies would be of the first one. */
  release(file, from, to) {
    for (const name of filesBelow(this.folder).filter((name) => name.endsWith(".gz"))) rmSync(join(this.folder, name));
    const [before, after] = [this.version, String(++this.versions).padStart(16, "0")];
    renameSync(join(this.folder, before), join(this.folder, after));
    this.edit("index.html", before, after);
    this.edit(`${after}/${file}`, from, to);
    writeServiceWorker(this.folder, after);
  }

  /** Writes a text for another one in a file, without telling the service worker. */
  edit(file, from, to) {
    const path = join(this.folder, file);
    const text = readFileSync(path, "utf8");
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
    writeFileSync(path, text.replaceAll(from, to));
  }
}
