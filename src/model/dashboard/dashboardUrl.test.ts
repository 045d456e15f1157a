import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DashboardUrl, formatDashboardUrl, parseDashboardUrl, visibleParts } from './dashboardUrl.ts'

const read = (text: string): DashboardUrl => {
  const { search, hash } = new URL(text, 'http://host/superset/dashboard/1/')
  return parseDashboardUrl(search, hash)
}

describe('address', () => {
  it.each([
    ['', { standalone: 0, uiConfig: 0, force: false, edit: false }],
    ['?standalone=true', { standalone: 1 }],
    ['?standalone=false', { standalone: 0 }],
    ['?standalone=3', { standalone: 3 }],
    ['?standalone=9', { standalone: 1 }],
    ['?uiConfig=10', { uiConfig: 10 }],
    ['?uiConfig=-1', { uiConfig: 0 }],
    ['?show_filters=0&expand_filters=1', { showFilters: false, expandFilters: true }],
    ['?native_filters_key=K&permalink_key=P', { nativeFiltersKey: 'K', permalinkKey: 'P' }],
    ['?focused_chart=12#TAB-x', { focusedChart: 12, anchor: 'TAB-x' }],
    ['?focused_chart=x', { focusedChart: undefined }],
    ['?edit=1', { edit: false }],
    [
      '?edit=true&country=DE&country=FR',
      {
        edit: true,
        kept: [
          ['country', 'DE'],
          ['country', 'FR'],
        ],
      },
    ],
  ] satisfies [string, Partial<DashboardUrl>][])('%s', (text, expected) => {
    expect(read(text)).toMatchObject(expected)
  })

  it('can be parsed back from its own text', () => {
    const word = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text === text.toWellFormed())
    const url = fc.record({
      standalone: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const),
      uiConfig: fc.nat(15),
      showFilters: fc.option(fc.boolean(), { nil: undefined }),
      expandFilters: fc.option(fc.boolean(), { nil: undefined }),
      nativeFiltersKey: fc.option(word, { nil: undefined }),
      nativeFilters: fc.option(word, { nil: undefined }),
      permalinkKey: fc.option(word, { nil: undefined }),
      focusedChart: fc.option(fc.integer({ min: 1, max: 1e9 }), { nil: undefined }),
      force: fc.boolean(),
      edit: fc.boolean(),
      anchor: fc.option(word, { nil: undefined }),
      kept: fc.array(
        fc.tuple(
          word.map((text) => `p_${text}`),
          fc.string({ unit: 'grapheme' }).map((t) => t.toWellFormed()),
        ),
      ),
    })
    fc.assert(
      fc.property(url, (given) => {
        expect(read(formatDashboardUrl(given as DashboardUrl))).toEqual(given)
      }),
    )
  })

  it.each([
    ['', { navigation: true, title: true, tabs: true, filterBar: true, chartControls: true }],
    ['?standalone=1', { navigation: false, title: true }],
    ['?standalone=2', { navigation: false, title: false, tabs: true }],
    ['?standalone=3', { title: false, tabs: false, filterBar: false }],
    ['?uiConfig=13', { title: false, tabs: true, navigation: false, chartControls: false }],
    ['?show_filters=0', { filterBar: false }],
  ])('shows the parts requested by %s', (text, expected) => {
    expect(visibleParts(read(text))).toMatchObject(expected)
  })
})
