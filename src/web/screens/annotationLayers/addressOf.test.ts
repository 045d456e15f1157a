import { expect, it } from 'vitest'
import { addressOf, screenAt } from './addressOf.ts'

it.each([
  ['/annotationlayer/list/', 'list'],
  ['/annotationlayer/list', 'list'],
  [addressOf(7), 7],
  ['/annotationlayer/7/annotation', 7],
  ['/annotationlayer/x/annotation/', undefined],
  ['/annotationlayer/7/', undefined],
])('%s is the page %s', (pathname, screen) => expect(screenAt(pathname)).toBe(screen))
