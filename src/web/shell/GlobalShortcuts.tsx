import { useRouter } from '@tanstack/react-router'
import { defineTexts, useText } from '../ui/text.ts'
import { openPalette, useShell } from './shellState.ts'
import { useShortcut } from './shortcuts.ts'

const texts = defineTexts('shell', {
  general: 'General',
  goTo: 'Go to',
  find: 'Find anything',
  shortcuts: 'Show all shortcuts',
  toggleNav: 'Expand or collapse the navigation',
  home: 'Home',
  dashboards: 'Dashboards',
  charts: 'Charts',
  datasets: 'Datasets',
})

const isFramed = () => window.parent !== window

interface Props {
  /** whether the page has no navigation */
  isBare: boolean
  onToggleNav: () => void
}

/** The shortcuts of every page. A single chart or dashboard in a frame has none: no key leads to another page. */
export const GlobalShortcuts = ({ isBare, onToggleNav }: Props) =>
  isBare && isFramed() ? null : <Shortcuts onToggleNav={onToggleNav} />

function Shortcuts({ onToggleNav }: { onToggleNav: () => void }) {
  const t = useText()
  const { history } = useRouter()
  const general = t(texts.general)
  const goTo = t(texts.goTo)
  useShortcut({ keys: 'mod+k', label: t(texts.find), group: general, run: togglePalette })
  useShortcut({
    keys: '?',
    label: t(texts.shortcuts),
    group: general,
    run: () => useShell.setState({ dialog: 'shortcuts' }),
  })
  useShortcut({ keys: '[', label: t(texts.toggleNav), group: general, run: onToggleNav })
  useShortcut({ keys: 'g h', label: t(texts.home), group: goTo, run: () => history.push('/superset/welcome/') })
  useShortcut({ keys: 'g d', label: t(texts.dashboards), group: goTo, run: () => history.push('/dashboard/list/') })
  useShortcut({ keys: 'g c', label: t(texts.charts), group: goTo, run: () => history.push('/chart/list/') })
  useShortcut({ keys: 'g t', label: t(texts.datasets), group: goTo, run: () => history.push('/tablemodelview/list/') })
  return null
}

function togglePalette(): void {
  if (useShell.getState().isPaletteOpen) useShell.setState({ isPaletteOpen: false })
  else openPalette()
}
