// A person at a browser, as far as a provider can tell: follows redirects, keeps cookies, submits plain forms.

interface Cookie {
  readonly value: string;
  readonly path: string;
}

/** Cookies of one browser and one origin; a cookie is sent below its path (RFC 6265 section 5.1.4). */
function cookieJar() {
  const cookies = new Map<string, Cookie>();
  return {
    take(response: Response): void {
      for (const line of response.headers.getSetCookie()) {
        const [pair = "", ...attributes] = line.split(/;\s*/);
        const attribute = (name: string) =>
          attributes.find((text) => text.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
        const name = pair.slice(0, pair.indexOf("="));
        const path = attribute("path") ?? "/";
        const expires = attribute("expires");
        const isOver = expires !== undefined && Date.parse(expires) <= Date.now();
        if (isOver) cookies.delete(`${path} ${name}`);
        else cookies.set(`${path} ${name}`, { value: pair, path });
      }
    },
    for: (pathname: string): string =>
      [...cookies.values()]
        .filter(
          ({ path }) => pathname === path || pathname.startsWith(path.endsWith("/") ? path : `${path}/`),
        )
        .map(({ value }) => value)
        .join("; "),
  };
}

interface Form {
  readonly action: string;
  readonly fields: URLSearchParams;
}

const attributesOf = (tag: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]),
  );
const unescaped = (text = ""): string => text.replaceAll("&amp;", "&").replaceAll("&quot;", '"');

/** The first form of a page, with what stands in its fields. */
function formOf(html: string): Form | undefined {
  const form = /<form\b[^>]*>[^]*?<\/form>/.exec(html)?.[0];
  if (form === undefined) return undefined;
  const fields = new URLSearchParams();
  for (const [tag] of form.matchAll(/<input\b[^>]*>/g)) {
    const { name, value } = attributesOf(tag);
    if (name !== undefined) fields.set(name, unescaped(value));
  }
  return { action: unescaped(attributesOf(form)["action"]), fields };
}

const cancelLink = (html: string): string | undefined => /href="([^"]*\/abort)"/.exec(html)?.[1];

export interface Person {
  /** Default: alice. */
  readonly login?: string;
  /** Says no where the page offers it. */
  readonly denies?: boolean;
}

/**
 * Opens a page and does what it asks: signs in as `login`, consents or denies. Settles with the address that leads away
 * from the provider, or with that of the last page. No request leaves the provider's origin.
 */
export async function visit(
  address: string,
  { login = "alice", denies = false }: Person = {},
): Promise<string> {
  const { origin } = new URL(address);
  const jar = cookieJar();
  let url = address;
  let body: URLSearchParams | undefined;
  for (let step = 0; step < 20; step++) {
    const { pathname } = new URL(url);
    const response = await fetch(url, {
      method: body === undefined ? "GET" : "POST",
      body: body ?? null,
      redirect: "manual",
      headers: { cookie: jar.for(pathname) },
    });
    jar.take(response);
    body = undefined;
    const location = response.headers.get("location");
    if (location !== null) {
      await response.body?.cancel();
      url = new URL(location, url).href;
      if (new URL(url).origin !== origin) return url;
      continue;
    }
    const html = await response.text();
    const cancel = denies ? cancelLink(html) : undefined;
    const form = formOf(html);
    if (cancel !== undefined) {
      url = new URL(cancel, url).href;
    } else if (form === undefined || form.fields.get("user_code") === "") {
      // The form for a device code comes back empty after "no".
      if (response.ok) return url;
      throw new Error(`${pathname} answered ${response.status}`);
    } else {
      url = new URL(form.action, url).href;
      body = form.fields;
      if (body.has("login")) body.set("login", login);
      if (denies && body.has("confirm")) body.set("abort", "yes");
    }
  }
  throw new Error(`${address} never came to an end`);
}
