import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showControl } from '../testing/showControl.tsx'
import { AnnotationLayersControl } from './AnnotationLayersControl.tsx'

const given = {
  control: { name: 'annotation_layers', kind: 'annotationLayers', label: 'Annotation layers' },
  form: { viz_type: 'echarts_timeseries_line' },
}
type User = ReturnType<typeof showControl>['user']

async function openNew(user: User) {
  await user.click(screen.getByRole('button', { name: /Add annotation layer$/ }))
  return screen.findByRole('heading', { name: 'Add annotation layer' })
}

it('adds a formula once it has a name and is valid', async () => {
  const { user, onChange } = showControl(AnnotationLayersControl, given)
  await openNew(user)
  const ok = () => screen.getByRole<HTMLButtonElement>('button', { name: 'OK' })
  expect(ok().disabled).toBe(true)
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'goal')
  const formula = screen.getByRole('textbox', { name: /^Formula/ })
  await user.type(formula, 'y = foo')
  expect(screen.getByRole('alert').textContent).toMatch(/^Bad formula\./)
  expect(ok().disabled).toBe(true)
  await user.clear(formula)
  await user.type(formula, 'y = 2x')
  await user.click(ok())
  expect(onChange.mock.lastCall?.[0]).toMatchObject([
    { name: 'goal', annotationType: 'FORMULA', sourceType: '', value: 'y = 2x', show: true, style: 'solid', width: 1 },
  ])
  expect(screen.queryByRole('heading', { name: 'Add annotation layer' })).toBeNull()
})

it('offers the types that the chart can draw, and the sources of each', async () => {
  const { user } = showControl(AnnotationLayersControl, given)
  await openNew(user)
  await user.click(screen.getByRole('combobox', { name: 'Annotation layer type' }))
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'Formula',
    'Event',
    'Interval',
    'Time series',
  ])
  await user.click(screen.getByRole('option', { name: 'Event' }))
  await user.click(screen.getByRole('combobox', { name: 'Annotation source' }))
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'Sextant annotation',
    'Table',
  ])
})

it('hides and removes a saved layer, and keeps unknown keys', async () => {
  const saved = { name: 'goal', annotationType: 'FORMULA', sourceType: '', value: '5', show: true, newKey: 1 }
  const { user, onChange } = showControl(AnnotationLayersControl, { ...given, value: [saved] })
  await user.click(screen.getByRole('button', { name: 'Edit goal' }))
  const editor = within(await screen.findByRole('dialog', { name: 'Edit annotation layer' }))
  await user.click(await editor.findByRole('checkbox', { name: 'Hide layer' }))
  await user.click(editor.getByRole('button', { name: 'Apply' }))
  expect(onChange.mock.lastCall?.[0]).toMatchObject([{ ...saved, show: false }])
  await screen.findByRole('button', { name: 'Edit goal (Hidden)' })
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  expect(onChange).toHaveBeenLastCalledWith([])
})
