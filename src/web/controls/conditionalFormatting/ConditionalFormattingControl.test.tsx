import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showControl } from '../testing/showControl.tsx'
import { ConditionalFormattingControl } from './ConditionalFormattingControl.tsx'

const given = {
  control: { name: 'conditional_formatting', kind: 'conditionalFormatting', label: 'Conditional formatting' },
  form: { metrics: ['count'], groupby: ['region'] },
}

async function choose(user: ReturnType<typeof showControl>['user'], field: string, option: string) {
  await user.click(screen.getByRole('combobox', { name: field }))
  await user.click(await screen.findByRole('option', { name: option }))
}

it('adds a rule for a number of the result once its values are complete', async () => {
  const { user, onChange } = showControl(ConditionalFormattingControl, given)
  await user.click(screen.getByRole('button', { name: /Add new color formatter$/ }))
  await screen.findByRole('heading', { name: 'Add new formatter' })
  await choose(user, 'Operator', '< x <')
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  expect(onChange).not.toHaveBeenCalled()
  const left = screen.getByRole('textbox', { name: /^Left value/ })
  expect(left.getAttribute('aria-invalid')).toBe('true')
  await user.type(left, '1')
  await user.type(screen.getByRole('textbox', { name: /^Right value/ }), '9')
  await user.tab()
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  expect(onChange.mock.lastCall?.[0]).toMatchObject([
    { column: 'count', operator: '< x <', targetValueLeft: 1, targetValueRight: 9 },
  ])
})

it('offers only columns with numbers', async () => {
  const { user } = showControl(ConditionalFormattingControl, given)
  await user.click(screen.getByRole('button', { name: /Add new color formatter$/ }))
  await user.click(await screen.findByRole('combobox', { name: 'Column' }))
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['count'])
})

it('moves and removes rules', async () => {
  const rule = (operator: string, targetValue: number) => ({
    column: 'count',
    colorScheme: '#ACE1C4',
    operator,
    targetValue,
  })
  const rules = [rule('>', 1), rule('<', 9)]
  const { user, onChange } = showControl(ConditionalFormattingControl, { ...given, value: rules })
  screen.getAllByRole('button', { name: /^Edit / })[1]?.focus()
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(onChange).toHaveBeenLastCalledWith([rules[1], rules[0]])
  await user.click(screen.getAllByRole('button', { name: /^Remove / })[0] as HTMLElement)
  expect(onChange).toHaveBeenLastCalledWith([rules[0]])
})
