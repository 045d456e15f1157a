import { expect, it } from 'vitest'
import { descriptionHtml } from './charts.ts'

it.each([
  [null, ''],
  ['', ''],
  ['One **bold** word', '<p>One <strong>bold</strong> word</p>'],
  ['# Title\n\n- a\n- b', '<h1>Title</h1>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>'],
  ['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
  ['[x](javascript:alert(1))', '<p><a href="">x</a></p>'],
  ['a ~~b~~', '<p>a <del>b</del></p>'],
])('%j becomes %j', (text, html) => expect(descriptionHtml(text)).toBe(html))
