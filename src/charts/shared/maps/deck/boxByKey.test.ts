import { expect, it } from 'vitest'
import { boxByKey, middleOf } from './boxByKey.ts'

const size = { width: 400, height: 200 }
const press = (keys: string[], resizes = false) =>
  keys.reduce((box, key) => boxByKey(box, { key, resizes }, size), middleOf(size))

it('begins in the middle of the map', () => {
  expect(middleOf(size)).toEqual({ from: [100, 50], to: [300, 150] })
})

it('is moved', () => {
  expect(press(['ArrowLeft', 'ArrowLeft', 'ArrowDown'])).toEqual({ from: [80, 60], to: [280, 160] })
  expect(press(['ArrowRight', 'ArrowUp'])).toEqual({ from: [110, 40], to: [310, 140] })
})

it('is larger or smaller with Shift', () => {
  expect(press(['ArrowRight', 'ArrowUp'], true)).toEqual({ from: [100, 50], to: [310, 140] })
})

it('stays on the map, and has a size', () => {
  expect(press(Array<string>(90).fill('ArrowLeft'))).toEqual({ from: [0, 50], to: [200, 150] })
  expect(press(Array<string>(90).fill('ArrowDown'), true)).toEqual({ from: [100, 50], to: [300, 200] })
  expect(press(Array<string>(90).fill('ArrowLeft'), true)).toEqual({ from: [100, 50], to: [110, 150] })
})
