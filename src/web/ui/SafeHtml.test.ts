import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'react-intl'
import { describe, expect, it } from 'vitest'
import SafeHtml from './SafeHtml.tsx'

const shown = (html: string, allows?: 'page') =>
  renderToStaticMarkup(createElement(IntlProvider, { locale: 'en' }, createElement(SafeHtml, { html, allows })))

describe('HTML from data', () => {
  it.each([
    ['<b>bold</b> and plain', '<b>bold</b> and plain'],
    ['<span style="color:red;position:fixed">x</span>', '<span style="color:red">x</span>'],
    ['<div class="a" id="b" onclick="x()">x</div>', '<div class="a">x</div>'],
    ['1 < 2 & 3', '1 &lt; 2 &amp; 3'],
    [
      '<a href="https://example.org/x">x</a>',
      '<a href="https://example.org/x" target="_blank" rel="noopener noreferrer">x</a>',
    ],
  ])('%s', (html, expected) => expect(shown(html)).toBe(expected))

  it.each([
    '<img src=x onerror="window.hacked=1">',
    '<img src="/superset/favstar/slice/1/select/">',
    '<script>window.hacked=1</script>',
    '<svg onload="window.hacked=1"><animate onbegin=x></svg>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href=" java&#10;script:alert(1)">x</a>',
    '<a href="//evil.invalid/x">x</a>',
    '<a href="data:text/html,x">x</a>',
    '<iframe src="https://evil.invalid"></iframe>',
    '<form action="/logout/"><button>x</button></form>',
    '<style>*{display:none}</style>',
    '<p style="background:url(https://evil.invalid/x)">x</p>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<base href="https://evil.invalid/"><meta http-equiv=refresh content=0>',
  ])('nothing runs, loads or navigates: %s', (html) => {
    const out = `${shown(html)}${shown(html, 'page')}`
    // a refused value is shown as text
    const tags = out.replace(/ title="[^"]*"/g, '').match(/<[^>]*>/g)
    expect(tags?.join('') ?? '').not.toMatch(
      /<(script|svg|iframe|form|button|style|math|base|meta|img)|\son\w+=|javascript:|data:text|url\(/i,
    )
    expect(out).not.toMatch(/(src|href)="(?!https:)/)
  })
})

describe('HTML of which nothing may be shown', () => {
  const refused = /^<em class="[^"]*" title="Markup that is not allowed">(.+)<\/em>$/
  const escaped = (html: string) => html.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
  it.each([
    '<script>x()</script>',
    '<img src=x onerror=x()>',
    '<div><iframe src="https://example.org"></iframe></div>',
  ])('is a text in a cell, and a message on a page: %s', (html) => {
    expect(refused.exec(shown(html))?.[1]).toBe(escaped(html))
    expect(refused.exec(shown(html, 'page'))?.[1]).toBe('Markup that is not allowed')
  })

  it.each([
    '<span></span>',
    '<img src=x alt="Logo">',
    '<b>x</b><script>x()</script>',
    '<p style="color:red"></p><svg></svg>',
  ])('shows no message if other content remains, or if there was none: %s', (html) =>
    expect(shown(html)).not.toMatch(refused),
  )
})

describe('HTML that is nested too deep', () => {
  it('keeps the elements above', () => {
    const out = shown(`<p>first</p>${'<div>'.repeat(900)}lost`, 'page')
    expect(out).toMatch(/^<p>first<\/p>(<div>)+(<\/div>)+$/)
    expect(out.match(/<div>/g)?.length).toBeLessThan(250)
  })

  it('keeps only the text if there are thousands of levels', () =>
    expect(shown(`<p>first</p>${'<div>'.repeat(10_000)}last`, 'page')).toBe('firstlast'))

  it('keeps a long list without end tags', () =>
    expect(shown(`<ul>${'<li>x'.repeat(3000)}`, 'page').match(/<li>/g)).toHaveLength(3000))

  it('keeps the text of formats that are never closed, within a second', () => {
    const started = performance.now()
    expect(shown(`${'<b>'.repeat(15_000)}text`, 'page')).toBe('text')
    expect(performance.now() - started).toBeLessThan(1000)
  })
})

describe('a document', () => {
  it.each([
    ['<h2 class="big">x</h2><ul><li>y</li></ul>', '<h2 class="big">x</h2><ul><li>y</li></ul>'],
    [
      '<table><tbody><tr><td colspan="2" style="color:red;position:fixed">x</td></tr></tbody></table>',
      '<table><tbody><tr><td colSpan="2" style="color:red">x</td></tr></tbody></table>',
    ],
    ['<p id="main">x</p>', '<p id="user-content-main">x</p>'],
    ['<p>x</p><input type="checkbox"><picture><source srcset="https://evil.invalid/x"></picture>', '<p>x</p>'],
    ['<p data-template="x" onclick="y()" tabindex="3">x</p>', '<p>x</p>'],
  ])('%s', (html, expected) => expect(shown(html, 'page')).toBe(expected))
})
