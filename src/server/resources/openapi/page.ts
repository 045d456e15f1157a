import type { ApiDescription, Operation } from '../../openapi.ts'

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

const style = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent); }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1rem 4rem; font: 14px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; } h2 { margin: 2rem 0 .5rem; font-size: 1.1rem; }
details { border-top: 1px solid var(--line); } summary { padding: .5rem 0; cursor: pointer; }
summary b { display: inline-block; min-width: 4.5rem; font-family: ui-monospace, monospace; }
code, pre { font-family: ui-monospace, monospace; font-size: 13px; } pre { overflow: auto; padding: .75rem; border: 1px solid var(--line); border-radius: 6px; }
table { border-collapse: collapse; } th, td { padding: .25rem 1rem .25rem 0; text-align: left; vertical-align: top; }
.policy { opacity: .75; }
`

function operation(path: string, method: string, about: Operation): string {
  const rows = about.parameters.map(
    ({ name, in: place, required, schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${place}${required ? ', required' : ''}</td>` +
      `<td><code>${escapeHtml(JSON.stringify(schema))}</code></td></tr>`,
  )
  const [body] = Object.entries(about.requestBody?.content ?? {})
  const answers = Object.entries(about.responses).map(
    ([status, { description }]) => `<tr><td>${status}</td><td>${escapeHtml(description)}</td></tr>`,
  )
  return `<details><summary><b>${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code></summary>
<p class="policy">Requires <code>${escapeHtml(about['x-requires'])}</code></p>
${rows.length ? `<table><caption>Parameters</caption>${rows.join('')}</table>` : ''}
${body ? `<p>Body, ${escapeHtml(body[0])}</p><pre tabindex="0">${escapeHtml(JSON.stringify(body[1].schema, null, 2))}</pre>` : ''}
<table><caption>Answers</caption>${answers.join('')}</table></details>`
}

/** The API description as one page with collapsible lists and without scripts. */
export function apiPage(description: ApiDescription, nonce: string): string {
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, about]) => ({ path, method, about })),
  )
  const groups = Map.groupBy(operations, ({ about }) => about.tags[0] ?? '')
  const sections = [...groups].map(
    ([tag, all]) =>
      `<section><h2>${escapeHtml(tag)}</h2>${all.map(({ path, method, about }) => operation(path, method, about)).join('')}</section>`,
  )
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API | Sextant</title><style nonce="${nonce}">${style}</style></head>
<body><main><h1>${escapeHtml(description.info.title)} API ${escapeHtml(description.info.version)}</h1>
<p>Sign in with <code>POST /api/v1/security/login</code>, then send <code>Authorization: Bearer</code> and the token.
The machine-readable description is at <a href="/api/v1/_openapi">/api/v1/_openapi</a>.</p>
${sections.join('\n')}</main></body></html>
`
}
