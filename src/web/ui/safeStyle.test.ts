import { expect, it } from 'vitest'
import { safeStyle } from './safeStyle.ts'

it.each([
  ['color: red; position: fixed', 'color: red'],
  ['background-color:#fff;background:url(x)', 'background-color:#fff'],
  ['color: url(javascript:x)', ''],
  ['COLOR: rgb(1,2,3)', 'COLOR: rgb(1,2,3)'],
  ['width:9999px;z-index:9', ''],
])('reduces the style %j to %j', (style, expected) => expect(safeStyle(style)).toBe(expected))
