import type { Control } from './controls.ts'
import type { Rgba } from './fields.ts'

/**
 * Controls that several chart types share. Labels are those of the contract; defaults are the same as those of the form
 * data.
 */

type Form = Record<string, unknown>
type More = Partial<Control>

const data = (name: string, kind: string, label: string, more: More = {}): Control => ({
  name,
  kind,
  label,
  query: true,
  ...more,
})

/** A control that only redraws the chart. */
export const look = (name: string, kind: string, label: string, more: More = {}): Control => ({
  name,
  kind,
  label,
  query: false,
  ...more,
})

export const checkbox = (name: string, label: string, fallback = false, more: More = {}): Control =>
  look(name, 'checkbox', label, { default: fallback, ...more })

export const queryCheckbox = (name: string, label: string, fallback = false, more: More = {}): Control =>
  data(name, 'checkbox', label, { default: fallback, ...more })

export const select = (
  name: string,
  label: string,
  fallback: unknown,
  choices: Control['choices'],
  more: More = {},
): Control => look(name, 'select', label, { default: fallback, choices, ...more })

export const querySelect = (
  name: string,
  label: string,
  fallback: unknown,
  choices: Control['choices'],
  more: More = {},
): Control => data(name, 'select', label, { default: fallback, choices, ...more })

export const plain = (...values: (string | number | null)[]): Control['choices'] =>
  values.map((value) => [value, value === null ? 'None' : String(value)])

export const metric = (more: More = {}) => data('metric', 'metric', 'Metric', { required: true, ...more })
export const metrics = (more: More = {}) =>
  data('metrics', 'metrics', 'Metrics', { required: true, default: [], ...more })
export const dimensions = (more: More = {}) => data('groupby', 'columns', 'Dimensions', { default: [], ...more })
export const xAxis = (more: More = {}) => data('x_axis', 'column', 'X-axis', { required: true, ...more })
export const filters = () => data('adhoc_filters', 'adhocFilters', 'Filters', { default: [] })
export const sortMetric = (more: More = {}) => data('timeseries_limit_metric', 'metric', 'Sort by', more)
export const orderDescending = (more: More = {}) =>
  queryCheckbox('order_desc', 'Sort descending', true, {
    visible: (form) => Boolean(form.timeseries_limit_metric),
    ...more,
  })

export const rowLimit = (fallback: number, more: More = {}) =>
  querySelect('row_limit', 'Row limit', fallback, plain(10, 50, 100, 250, 500, 1000, 5000, 10_000, 50_000), {
    freeForm: true,
    ...more,
  })

export const seriesLimit = () =>
  querySelect('limit', 'Series limit', undefined, plain(5, 10, 25, 50, 100, 500), {
    freeForm: true,
    description: 'How many series are drawn: those with the largest totals of “Sort by”, or of the first metric.',
  })

export const timeGrain = (more: More = {}) => data('time_grain_sqla', 'timeGrain', 'Time grain', more)

export const sequentialScheme = () => look('linear_color_scheme', 'sequentialScheme', 'Linear color scheme')
export const rgbaColor = (name: string, label: string, fallback: Rgba) =>
  look(name, 'alphaColor', label, { default: fallback })
export const colorScheme = () => look('color_scheme', 'colorScheme', 'Color scheme')
export const numberFormat = (name: string, label: string, more: More = {}) =>
  look(name, 'numberFormat', label, { default: 'SMART_NUMBER', freeForm: true, ...more })
export const timeFormat = (name: string, label: string, more: More = {}) =>
  look(name, 'timeFormat', label, { default: 'smart_date', freeForm: true, ...more })
export const currencyFormat = () => look('currency_format', 'currency', 'Currency format')

export const legend: Control[] = [
  checkbox('show_legend', 'Show legend', true),
  select(
    'legendType',
    'Legend type',
    'scroll',
    [
      ['scroll', 'Scroll'],
      ['plain', 'Plain'],
    ],
    { visible: (form) => shows(form, 'show_legend') },
  ),
  select(
    'legendOrientation',
    'Legend orientation',
    'top',
    [
      ['top', 'Top'],
      ['bottom', 'Bottom'],
      ['left', 'Left'],
      ['right', 'Right'],
    ],
    { visible: (form) => shows(form, 'show_legend') },
  ),
  look('legendMargin', 'number', 'Legend margin', { default: null, visible: (form) => shows(form, 'show_legend') }),
]

export const rolling = (kinds: (string | null)[]): Control[] => [
  querySelect('rolling_type', 'Rolling function', null, plain(...kinds), {
    heading: 'Rolling window',
    description: 'Replaces each value with the mean, sum or standard deviation of that value and the values before it.',
  }),
  data('rolling_periods', 'number', 'Periods', {
    default: null,
    visible: hasWindow,
    description:
      'How many values the function uses, for example 7 days for a week. Without a number it uses one value, which changes nothing.',
  }),
  data('min_periods', 'number', 'Min periods', {
    default: null,
    visible: hasWindow,
    description: 'How many values there must be for a result. Rows before that are left out.',
  }),
]

export const resampling: Control[] = [
  querySelect(
    'resample_rule',
    'Rule',
    null,
    [
      ['1T', '1 minutely frequency'],
      ['1H', '1 hourly frequency'],
      ['1D', '1 calendar day frequency'],
      ['7D', '7 calendar day frequency'],
      ['1MS', '1 month start frequency'],
      ['1M', '1 month end frequency'],
      ['1AS', '1 year start frequency'],
      ['1A', '1 year end frequency'],
    ],
    {
      freeForm: true,
      heading: 'Resample',
      description:
        'Puts the values at regular times, such as each day. The fill method determines what is shown at times without a value.',
    },
  ),
  querySelect('resample_method', 'Fill method', null, [
    ['asfreq', 'Null imputation'],
    ['zerofill', 'Zero imputation'],
    ['linear', 'Linear interpolation'],
    ['ffill', 'Forward values'],
    ['bfill', 'Backward values'],
    ['median', 'Median values'],
    ['mean', 'Mean values'],
    ['sum', 'Sum values'],
  ]),
]

/** A boolean of the form, true if it is missing. */
export const shows = (form: Form, name: string) => form[name] === undefined || Boolean(form[name])

const hasWindow = (form: Form) =>
  Boolean(form.rolling_type) && form.rolling_type !== 'None' && form.rolling_type !== 'cumsum'
