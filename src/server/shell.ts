import type { FastifyReply, FastifyRequest } from 'fastify'
import { directionOf, languageTag } from '../model/language/languages.ts'
import { readCookie, sessionCookieName, setCookie } from './access/cookies.ts'
import { csrfToken } from './access/csrf.ts'
import { newSessionId } from './access/sessions.ts'
import type { Assets } from './assets.ts'
import { bootstrapData } from './bootstrap.ts'
import { allowNonce } from './headers.ts'
import { languageOf } from './language.ts'
import type { Services } from './services.ts'

export interface PageOptions {
  title?: string
  status?: number
  /** The group of files to preload: `dashboard`, `home`, `list`, `login`. */
  kind?: string
  /** API addresses that the page requests first: the browser preloads them while the code of the page loads. */
  requests?: readonly string[]
  /** Additional keys of `data-bootstrap`. */
  extras?: Record<string, unknown>
  /** The page is shown in frames of these sites (empty: of all sites), without a session. */
  embedding?: readonly string[]
  /** Sites that may show the page in frames, with the session of the user. Default: none. */
  frames?: readonly string[]
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

/**
 * The page is visible before its code runs: keys pressed until then are stored, and the shortcuts read them when they
 * start. The browser's own meaning of Ctrl+K is suppressed.
 */
const storeEarlyKeys = `window.earlyKeys = []
addEventListener('keydown', (event) => {
  if (earlyKeys?.push(event) && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') event.preventDefault()
})`

/** The page of another site may send its message port before the code of this page runs: see `hostCalls.ts`. */
const storeEarlyMessages = `window.earlyMessages = []
addEventListener('message', (event) => earlyMessages?.push(event))`

interface PageParts {
  isEmbedded: boolean
  title: string
  theme: string | undefined
  language: string
  nonce: string
  bootstrap: string
  csrf: string
  requests: readonly string[]
  entry: ReturnType<Assets['entry']>
}

function html({ isEmbedded, title, theme, language, nonce, bootstrap, csrf, requests, entry }: PageParts): string {
  const files = entry
    ? [
        ...entry.styles.map((href) => `<link rel="stylesheet" href="${href}" nonce="${nonce}">`),
        ...entry.preload.map((href) => `<link rel="modulepreload" href="${href}" nonce="${nonce}">`),
        `<script type="module" src="${entry.script}" nonce="${nonce}"></script>`,
        ...requests.map((href) => `<link rel="preload" as="fetch" href="${escapeHtml(href)}" crossorigin="anonymous">`),
      ]
    : []
  return `<!doctype html>
<html lang="${languageTag(language)}"${directionOf(language) === 'rtl' ? ' dir="rtl"' : ''}${theme ? ` data-theme="${theme}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta property="csp-nonce" nonce="${nonce}">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/static/favicon.svg" type="image/svg+xml">
<script nonce="${nonce}">${isEmbedded ? storeEarlyMessages : storeEarlyKeys}</script>
${files.join('\n')}
</head>
<body>
<input type="hidden" name="csrf_token" id="csrf_token" value="${csrf}">
<div id="app" data-bootstrap="${escapeHtml(bootstrap)}">
<img class="boot" src="/static/favicon.svg" alt="" width="44" height="44">
</div>
<noscript>Sextant needs JavaScript.</noscript>
</body>
</html>
`
}

/** The session cookie of this browser, created if it has none: the CSRF token of the sign-in page is bound to it. */
export function browserCookie(services: Services, request: FastifyRequest, reply: FastifyReply): string {
  if (request.sessionCookie) return request.sessionCookie
  const value = newSessionId()
  request.sessionCookie = value
  setCookie(reply, sessionCookieName(services.secureCookies), value, { secure: services.secureCookies })
  return value
}

/** Responds with the HTML page. What it shows depends on the address and on `data-bootstrap`. */
export async function sendPage(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  options: PageOptions = {},
): Promise<FastifyReply> {
  const { embedding } = options
  const cookie = embedding ? undefined : browserCookie(services, request, reply)
  const theme = readCookie(request, 'theme')
  const language = languageOf(services, request)
  const bootstrap = await bootstrapData(services, request, reply, options.extras ?? {})
  const page = html({
    isEmbedded: embedding !== undefined,
    title: options.title ? `${options.title} | Sextant` : 'Sextant',
    theme: theme === 'light' || theme === 'dark' ? theme : undefined,
    nonce: allowNonce(reply, services, embedding ? (embedding.length > 0 ? embedding : ['*']) : options.frames),
    bootstrap: JSON.stringify(bootstrap),
    csrf: cookie === undefined ? '' : csrfToken(services.keys.for('csrf'), cookie, services.now()),
    language,
    requests: options.requests ?? [],
    entry: services.assets?.entry(options.kind, language),
  })
  return reply
    .code(options.status ?? 200)
    .type('text/html; charset=utf-8')
    .send(page)
}
