// A user with a browser, as a provider sees it: follows redirects, keeps cookies, submits HTML forms.

interface Cookie {
  readonly pair: string;
  readonly path: string;
}

/** Cookies of one browser and one origin. A cookie is sent for its path and the paths below it (RFC 6265 section 5.1.4). */
function createCookieJar() {
  const cookies = new Map<string, Cookie>();
  return {
    add(response: Response): void {
      for (const line of response.headers.getSetCookie()) {
        const [pair = "", ...attributes] = line.split(/;\s*/);
        const attribute = (name: string) =>
          attributes.find((text) => text.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
        const name = pair.slice(0, pair.indexOf("="));
        const path = attribute("path") ?? "/";
        const expires = attribute("expires");
        const isExpired = expires !== undefined && Date.parse(expires) <= Date.now();
        if (isExpired) cookies.delete(`${path} ${name}`);
        else cookies.set(`${path} ${name}`, { pair, path });
      }
    },
    cookiesFor: (pathname: string): string =>
      [...cookies.values()]
        .filter(
          ({ path }) => pathname === path || pathname.startsWith(path.endsWith("/") ? path : `${path}/`),
        )
        .map(({ pair }) => pair)
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
const unescapeHtml = (text = ""): string => text.replaceAll("&amp;", "&").replaceAll("&quot;", '"');

/** The first form of a page with the values of its fields. */
function formOf(html: string): Form | undefined {
  const form = /<form\b[^>]*>[^]*?<\/form>/.exec(html)?.[0];
  if (form === undefined) return undefined;
  const fields = new URLSearchParams();
  for (const [tag] of form.matchAll(/<input\b[^>]*>/g)) {
    const { name, value } = attributesOf(tag);
    if (name !== undefined) fields.set(name, unescapeHtml(value));
  }
  return { action: unescapeHtml(attributesOf(form)["action"]), fields };
}

const abortLink = (html: string): string | undefined => /href="([^"]*\/abort)"/.exec(html)?.[1];

export interface BrowserUser {
  /** What the user types into the fields of forms, by their names. Default: alice as `login`. */
  readonly types?: Readonly<Record<string, string>>;
  /** Denies wherever the page offers that. Default: false. */
  readonly denies?: boolean;
}

/**
 * Opens a page and does what it asks: signs in, then consents or denies. Settles with the first URL outside of
 * the provider's origin, which is not requested, or with the URL of the last page.
 */
export async function browse(
  startUrl: string,
  { types = { login: "alice" }, denies = false }: BrowserUser = {},
): Promise<string> {
  const { origin } = new URL(startUrl);
  const jar = createCookieJar();
  let url = startUrl;
  let body: URLSearchParams | undefined;
  for (let step = 0; step < 20; step++) {
    const { pathname } = new URL(url);
    const response = await fetch(url, {
      method: body === undefined ? "GET" : "POST",
      body: body ?? null,
      redirect: "manual",
      headers: { cookie: jar.cookiesFor(pathname) },
    });
    jar.add(response);
    body = undefined;
    const location = response.headers.get("location");
    if (location !== null) {
      await response.body?.cancel();
      url = new URL(location, url).href;
      if (new URL(url).origin !== origin) return url;
      continue;
    }
    const html = await response.text();
    const abort = denies ? abortLink(html) : undefined;
    const form = formOf(html);
    if (abort !== undefined) {
      url = new URL(abort, url).href;
    } else if (form === undefined || form.fields.get("user_code") === "") {
      // After a denial the provider shows an empty form for another device code.
      if (response.ok) return url;
      throw new Error(`${pathname} answered with status ${response.status}`);
    } else {
      url = new URL(form.action, url).href;
      body = form.fields;
      for (const [name, text] of Object.entries(types)) if (body.has(name)) body.set(name, text);
      if (denies && body.has("confirm")) body.set("abort", "yes");
      if (denies) body.delete("allow");
    }
  }
  throw new Error(`${startUrl} leads through more than 20 pages`);
}
