import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { useLab } from '../state/lab.ts'
import { databaseOf, queryOf, settings, showLab, tabOf } from '../testing/showLab.tsx'
import { limitChoices, parameterCount, Toolbar, type ToolbarProps } from './Toolbar.tsx'

const propsOf = (more: Partial<ToolbarProps> = {}): ToolbarProps => ({
  tab: tabOf(),
  database: databaseOf(),
  query: undefined,
  running: undefined,
  toRun: { text: 'SELECT 1', from: 0 },
  isSelection: false,
  explains: false,
  completes: true,
  onCompletes: vi.fn(),
  isFormatting: false,
  onRun: vi.fn(),
  onStop: vi.fn(),
  onFormat: vi.fn(),
  ...more,
})

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const entries = async () => (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
const tip = async () => (await screen.findByRole('tooltip')).textContent

describe('Run and Stop', () => {
  it('runs the text, and shows its keys in the tooltip', async () => {
    const props = propsOf()
    const { user } = showLab(<Toolbar {...props} />)
    await user.hover(button(/^Run/))
    expect(await tip()).toBe('Run query (Ctrl + Return)')
    await user.click(button(/^Run/))
    expect(props.onRun).toHaveBeenCalledWith()
    expect(screen.queryByRole('button', { name: 'More ways to run' })).toBeNull()
  })

  it('mentions the selection, and is disabled for comments and without a database', () => {
    showLab(
      <>
        <Toolbar {...propsOf({ isSelection: true })} />
        <Toolbar {...propsOf({ toRun: { text: '-- only\n/* comments */', from: 0 } })} />
        <Toolbar {...propsOf({ tab: tabOf({ databaseId: null }) })} />
      </>,
    )
    const [selection, comments, nowhere] = screen.getAllByRole<HTMLButtonElement>('button', { name: /^Run/ })
    expect(selection?.textContent).toContain('Run selection')
    expect([selection?.disabled, comments?.disabled, nowhere?.disabled]).toEqual([false, true, true])
  })

  it('stops while a query runs', async () => {
    const running = queryOf({ state: 'running', startDttm: Date.now(), endDttm: null })
    const props = propsOf({ query: running, running })
    const { user } = showLab(<Toolbar {...props} />)
    await user.hover(button('Stop'))
    expect(await tip()).toMatch(/^Stop running \(Ctrl \+ [ex]\)$/)
    await user.click(button('Stop'))
    expect(props.onStop).toHaveBeenCalledOnce()
    expect(screen.getByRole('timer').textContent).toMatch(/^\d\d:\d\d:\d\d\.\d\d$/)
  })

  it('shows how long the last query took', () => {
    showLab(<Toolbar {...propsOf({ query: queryOf() })} />)
    expect(screen.getByRole('timer').textContent).toBe('00:00:01.23')
  })
})

describe('CREATE TABLE AS and CREATE VIEW AS', () => {
  it('are offered if the database allows them, and ask for a name', async () => {
    const props = propsOf({ database: databaseOf({ allow_ctas: true, allow_cvas: true }) })
    const { user } = showLab(<Toolbar {...props} />)
    await user.click(button('More ways to run'))
    expect(await entries()).toEqual(['CREATE TABLE AS', 'CREATE VIEW AS'])
    await user.click(screen.getByRole('menuitem', { name: 'CREATE VIEW AS' }))
    const dialog = await screen.findByRole('dialog', { name: 'CREATE VIEW AS' })
    const create = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Create' })
    within(dialog).getByRole('button', { name: 'Cancel' })
    expect(create.disabled).toBe(true)
    await user.type(within(dialog).getByLabelText('Name'), ' recent ')
    await user.click(create)
    expect(props.onRun).toHaveBeenCalledWith({ method: 'VIEW', name: 'recent' })
  })

  it('only one of them, if only one is allowed', async () => {
    const { user } = showLab(<Toolbar {...propsOf({ database: databaseOf({ allow_ctas: true }) })} />)
    await user.click(button('More ways to run'))
    expect(await entries()).toEqual(['CREATE TABLE AS'])
  })
})

describe('LIMIT', () => {
  it('has powers of ten up to the maximum', async () => {
    const { user } = showLab(<Toolbar {...propsOf()} />)
    expect(button(/^LIMIT/).textContent).toBe('LIMIT: 1\u2009000')
    await user.click(button(/^LIMIT/))
    const items = await screen.findAllByRole('menuitemcheckbox')
    expect(items.map(({ textContent }) => textContent)).toEqual([
      '10',
      '100',
      '1\u2009000',
      '10\u2009000',
      '100\u2009000',
    ])
    expect(items.map((item) => item.getAttribute('aria-checked'))).toEqual(['false', 'false', 'true', 'false', 'false'])
    await user.click(items[0] as HTMLElement)
    expect(useLab.getState().tabs[0]?.limit).toBe(10)
  })

  it.each([
    [100_000, [10, 100, 1000, 10_000, 100_000]],
    [2500, [10, 100, 1000, 2500]],
    [10, [10]],
  ])('of a maximum of %i', (max, choices) => {
    expect(limitChoices(max)).toEqual(choices)
  })
})

describe('Estimate cost', () => {
  const allowed = { '/api/v1/database/?': { count: 1, result: [{ ...settings, allows_cost_estimate: true }] } }
  const flags = ['ESTIMATE_QUERY_COST']

  it('shows the costs of each statement', async () => {
    const answers = { ...allowed, '/sqllab/estimate/': { result: [{ 'Total cost': '42' }, { 'Total cost': '7' }] } }
    const { user } = showLab(<Toolbar {...propsOf()} />, { flags, answers })
    await user.click(await screen.findByRole('button', { name: 'Estimate cost' }))
    const dialog = await screen.findByRole('dialog', { name: 'Cost estimate' })
    expect(await within(dialog).findAllByText('Total cost')).toHaveLength(2)
    within(dialog).getByText('42')
  })

  it('mentions a selection, and shows why it failed', async () => {
    const answers = { ...allowed, '/sqllab/estimate/': 400 }
    const { user } = showLab(<Toolbar {...propsOf({ isSelection: true })} />, { flags, answers })
    await user.click(await screen.findByRole('button', { name: 'Estimate selected query cost' }))
    expect((await screen.findByRole('alert')).textContent).toContain('It failed.')
  })

  it.each([
    ['the flag', [], true],
    ['the switch of the database', flags, false],
  ])('is absent without %s', async (_what, given, allows) => {
    const { asked } = showLab(<Toolbar {...propsOf()} />, { flags: given, answers: allows ? allowed : {} })
    await waitFor(() => expect(asked.length).toBeGreaterThan(0))
    await act(async () => undefined)
    expect(screen.queryByRole('button', { name: /^Estimate/ })).toBeNull()
  })
})

describe('the menu', () => {
  const open = async (props: ToolbarProps, flags = ['ENABLE_TEMPLATE_PROCESSING']) => {
    const shown = showLab(<Toolbar {...props} />, { flags })
    await shown.user.click(button('More actions'))
    await screen.findByRole('menu')
    return shown
  }

  it('has its entries in order', async () => {
    await open(propsOf({ tab: tabOf({ templateParams: '{"a": 1, "b": 2}' }), explains: true }))
    const items = [...screen.getByRole('menu').querySelectorAll('[role^=menuitem]')]
    expect(items.map(({ textContent }) => textContent?.replace(/(Ctrl.*|\?)$/, ''))).toEqual([
      'Autocomplete',
      'Parameters2',
      'Query plan',
      'Format SQL',
      'ScheduleScheduled queries are not configured.',
      'Keyboard shortcuts',
    ])
  })

  it('has no number without parameters', async () => {
    await open(propsOf())
    expect(screen.getByRole('menuitem', { name: 'Parameters' }).textContent).toBe('Parameters')
  })

  it('has no parameters without templates', async () => {
    await open(propsOf(), [])
    expect(screen.queryByRole('menuitem', { name: /Parameters/ })).toBeNull()
  })

  it('toggles completion while typing', async () => {
    const props = propsOf()
    const { user } = await open(props)
    const item = screen.getByRole('menuitemcheckbox', { name: 'Autocomplete' })
    expect(item.getAttribute('aria-checked')).toBe('true')
    await user.click(item)
    expect(props.onCompletes).toHaveBeenCalledWith(false)
  })

  it('formats, and disables scheduling', async () => {
    const props = propsOf()
    const { user } = await open(props)
    expect(screen.getByRole('menuitem', { name: /Schedule/ }).getAttribute('aria-disabled')).toBe('true')
    await user.click(screen.getByRole('menuitem', { name: /Format SQL/ }))
    expect(props.onFormat).toHaveBeenCalledOnce()
  })

  it.each([
    ['{"a": 1}', 1],
    ['{}', 0],
    ['', 0],
    ['{', 0],
    ['null', 0],
  ])('counts the parameters of %s', (text, count) => {
    expect(parameterCount(text)).toBe(count)
  })
})

it('shows offline without a network', async () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  showLab(<Toolbar {...propsOf()} />)
  expect(screen.queryByText('offline')).toBeNull()
  isOnline.mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  screen.getByText('offline')
  isOnline.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(screen.queryByText('offline')).toBeNull()
  isOnline.mockRestore()
})
