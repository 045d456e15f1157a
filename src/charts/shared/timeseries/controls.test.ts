import { expect, it } from 'vitest'
import { controls as bar } from '../../bar/controls.ts'
import { controls as area } from '../../compare/controls.ts'
import { controls as line } from '../../line/controls.ts'

const customize = bar.filter((section) => section.tab === 'customize')
const shown = (form: Record<string, unknown>) =>
  customize
    .flatMap((section) => section.controls)
    .filter((control) => control.visible?.(form) ?? true)
    .map((control) => control.name)

it('the orientation of bars is the first section and open; lines have none', () => {
  expect(customize[0]).toMatchObject({ expanded: true, controls: [{ name: 'orientation' }] })
  const ofLines = line.flatMap((section) => section.controls.map((control) => control.name))
  expect(ofLines).not.toContain('orientation')
})

it('the position of a title is offered if there is a title and more than one position', () => {
  expect(shown({})).not.toContain('y_axis_title_margin')
  expect(shown({ y_axis_title: 'Delay' })).toEqual(
    expect.arrayContaining(['y_axis_title_margin', 'y_axis_title_position']),
  )
  const lying = { y_axis_title: 'Delay', orientation: 'horizontal' }
  expect(shown(lying)).not.toContain('y_axis_title_position')
  expect(shown({ ...lying, y_axis_title_position: 'Top' })).toContain('y_axis_title_position')
})

it.each([
  ['line', line],
  ['of an old chart type', area],
])('the advanced analytics have a heading for each subject: %s', (_, controls) => {
  const section = controls.find(({ label }) => label === 'Advanced analytics')
  const headings = section?.controls.flatMap(({ heading }) => heading ?? [])
  expect(headings).toEqual(['Rolling window', 'Time comparison', 'Resample'])
})
