/**
 * Features that one of the oldest browsers lacks and that are used anyway, with the reason why nothing breaks there. A
 * name that ends with `.*` includes all features below it.
 */
export const allowed: Record<string, string> = {
  'api.Clipboard.write': 'copyText falls back to a selection and the copy command',
  'api.ClipboardItem': 'copyText falls back to a selection and the copy command',
  'api.Touch.clientX': 'desktop Safari has no touch events',
  'api.Touch.clientY': 'desktop Safari has no touch events',
  'api.TouchEvent.touches': 'desktop Safari has no touch events',
  'css.properties.-webkit-touch-callout': 'only iOS has the menu that it hides',
  'css.properties.content-visibility.*': 'without it, cards outside the window are drawn as well',
  'css.properties.cursor.*': 'iOS has no pointer',
  'css.properties.justify-content.safe': 'without it, a message starts at the edge instead of the middle',
  'css.properties.resize.*': 'iOS has no handles to resize fields',
  'css.properties.scrollbar-width.*': 'without it, the bar of tabs shows a scrollbar when tabs overflow',
  'css.properties.text-size-adjust': 'Firefox does not enlarge text on this layout',
  'css.selectors.selection': 'iOS has its own colour for selected text',
  'javascript.builtins.Error.captureStackTrace': 'packages check that it exists',
  'javascript.builtins.Intl.DurationFormat': 'react-intl uses it for a format that the product does not use',
  'javascript.builtins.Intl.Segmenter': 'CodeMirror checks that it exists',
}
