import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import {
  Bookmark,
  ChartLine,
  Flag,
  Keyboard,
  LayoutDashboard,
  LogOut,
  Moon,
  Plus,
  Search,
  SquareTerminal,
  Sun,
  Table2,
  Upload,
} from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { recentlyViewedQuery } from '../api/activity.ts'
import { can } from '../api/bootstrap.ts'
import { searchQuery } from '../api/search.ts'
import { type Command, CommandDialog, type CommandGroup } from '../ui/CommandDialog.tsx'
import { Kbd, modKey } from '../ui/Kbd.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { chooseTheme, useTheme } from '../ui/theme.ts'
import { useDebounced } from '../ui/useDebounced.ts'
import { canUpload, openUpload } from '../upload/uploadState.ts'
import css from './CommandPalette.module.css'
import { commandsOf } from './commandsOf.tsx'
import { editorFinder, onEditorChange } from './editorNames.ts'
import { places } from './places.ts'
import { useScreenActions } from './screenActions.ts'
import { stopTypingAhead, useShell } from './shellState.ts'
import { signOut } from './signOut.ts'

const texts = defineTexts('palette', {
  label: 'Find anything',
  placeholder: 'Find a dashboard, chart, dataset or action',
  none: 'Nothing found. Try fewer or different words.',
  recents: 'Recents',
  dashboards: 'Dashboards',
  charts: 'Charts',
  datasets: 'Datasets',
  savedQueries: 'Saved queries',
  search: 'Search',
  allResults: 'All results for “{text}”',
  names: 'Tables and columns of the editor',
  screen: 'On this page',
  goTo: 'Go to',
  actions: 'Do',
  newChart: 'New chart',
  newDashboard: 'New dashboard',
  upload: 'Upload data',
  theme: 'Switch between light and dark',
  shortcuts: 'Show all shortcuts',
  logout: 'Logout',
  annotationLayers: 'Annotation layers',
  untitled: '[Untitled]',
  move: 'move',
  open: 'open',
  newTab: 'new tab',
  allShortcuts: 'all shortcuts',
})

/** Pages that are not in the navigation. */
const morePlaces = [
  { label: texts.annotationLayers, href: '/annotationlayer/list/', icon: Flag, view: 'Annotation' },
].filter(({ view }) => can('can_read', view))

const objectKinds = [
  { kind: 'Dashboard', label: texts.dashboards, icon: LayoutDashboard },
  { kind: 'Chart', label: texts.charts, icon: ChartLine },
  { kind: 'Dataset', label: texts.datasets, icon: Table2 },
  { kind: 'SavedQuery', label: texts.savedQueries, icon: Bookmark },
] as const

const shownEach = 5
const typingMs = 200
const iconSize = 16

/**
 * Ctrl/Cmd+K: finds dashboards, charts, datasets and saved queries by the words in them, and pages and actions by their
 * names, including actions of the open screen.
 */
export default function CommandPalette() {
  const t = useText()
  const { history } = useRouter()
  const query = useShell((state) => state.paletteText)
  const typed = query.trim()
  useEffect(stopTypingAhead, [])
  const { groups: found, isBusy } = useFound(typed)
  const actions = useActions()
  const offers = useScreenActions((state) => state.offers)
  const onScreen = { label: t(texts.screen), commands: commandsOf([...offers.values()].flat()).filter(isNamed(typed)) }
  const pages = [...places, ...morePlaces].map((place) => ({
    id: place.href,
    label: t(place.label),
    icon: <place.icon size={iconSize} />,
    href: place.href,
  }))
  return (
    <CommandDialog
      label={t(texts.label)}
      placeholder={t(texts.placeholder)}
      query={query}
      onQuery={(paletteText) => useShell.setState({ paletteText })}
      groups={[
        // matches arrive later, and must not move the command that Enter would run
        ...(typed === '' ? [...found, onScreen] : [onScreen, ...found]),
        { label: t(texts.goTo), commands: pages.filter(isNamed(typed)) },
        { label: t(texts.actions), commands: actions.filter(isNamed(typed)) },
      ]}
      busy={isBusy}
      emptyText={isBusy ? '' : t(texts.none)}
      onClose={() => useShell.setState({ isPaletteOpen: false })}
      onOpen={(href) => history.push(href)}
      footer={<Footer />}
    />
  )
}

const isNamed = (typed: string) => (command: Command) => command.label.toLowerCase().includes(typed.toLowerCase())

/** Recently opened objects, or the matches of the typed text after a short pause. */
function useFound(typed: string): { groups: CommandGroup[]; isBusy: boolean } {
  const searched = useDebounced(typed, typingMs)
  const recents = useRecents(typed === '')
  const found = useSearch(searched)
  if (typed === '') return { groups: recents, isBusy: false }
  // Enter opens only matches of the complete text: matches of a shorter text remain only if they also match the rest
  const isLate = typed !== searched
  const groups = isLate
    ? found.groups.map((group) => ({ ...group, commands: group.commands.filter(isNamed(typed)) }))
    : found.groups
  return { groups, isBusy: isLate || found.isFetching }
}

function useRecents(isShown: boolean): CommandGroup[] {
  const t = useText()
  const recents = useQuery({ ...recentlyViewedQuery(6), enabled: isShown })
  return [
    {
      label: t(texts.recents),
      commands: (recents.data ?? []).map((item) => ({
        id: `recent-${item.item_url}`,
        label: item.item_title || t(texts.untitled),
        icon: item.item_type === 'dashboard' ? <LayoutDashboard size={iconSize} /> : <ChartLine size={iconSize} />,
        href: item.item_url,
      })),
    },
  ]
}

/** Objects that contain the words of the text, by kind; empty without a text. */
function useSearch(searched: string): { groups: CommandGroup[]; isFetching: boolean } {
  const t = useText()
  const found = useQuery({ ...searchQuery({ text: searched, limit: shownEach }), enabled: searched !== '' })
  const editor = useSyncExternalStore(onEditorChange, editorFinder)
  const names = useQuery({
    queryKey: ['palette', 'names', editor?.key, searched],
    enabled: searched !== '' && editor !== undefined,
    queryFn: () => editor?.find(searched) ?? [],
  })
  const objects = found.data?.result ?? []
  const groups = [
    {
      label: t(texts.names),
      commands: (names.data ?? []).map(({ name, place, onSelect }) => ({
        id: `name-${place}-${name}`,
        label: name,
        hint: place,
        icon: <SquareTerminal size={iconSize} />,
        onSelect,
      })),
    },
    ...objectKinds.map(({ kind, label, icon: Icon }) => ({
      label: t(label),
      commands: objects
        .filter((object) => object.kind === kind)
        .map((object) => ({
          id: `${kind}-${object.id}`,
          label: object.title || t(texts.untitled),
          hint: object.match?.text ?? object.source ?? undefined,
          icon: <Icon size={iconSize} />,
          href: object.url,
        })),
    })),
    {
      label: t(texts.search),
      commands:
        objects.length === 0
          ? []
          : [
              {
                id: 'search',
                label: t(texts.allResults, { text: searched }),
                icon: <Search size={iconSize} />,
                href: `/search/?${new URLSearchParams({ text: searched })}`,
              },
            ],
    },
  ]
  return { groups, isFetching: [found, names].some((each) => each.isFetching) }
}

/** Actions that are available everywhere. */
function useActions(): Command[] {
  const t = useText()
  const theme = useTheme()
  return [
    ...(can('can_write', 'Chart')
      ? [{ id: 'new-chart', label: t(texts.newChart), icon: <Plus size={iconSize} />, href: '/chart/add' }]
      : []),
    ...(can('can_write', 'Dashboard')
      ? [
          {
            id: 'new-dashboard',
            label: t(texts.newDashboard),
            icon: <Plus size={iconSize} />,
            href: '/dashboard/new/',
          },
        ]
      : []),
    ...(canUpload()
      ? [{ id: 'upload', label: t(texts.upload), icon: <Upload size={iconSize} />, onSelect: () => openUpload() }]
      : []),
    {
      id: 'theme',
      label: t(texts.theme),
      icon: theme === 'dark' ? <Sun size={iconSize} /> : <Moon size={iconSize} />,
      onSelect: () => chooseTheme(theme === 'dark' ? 'light' : 'dark'),
    },
    {
      id: 'shortcuts',
      label: t(texts.shortcuts),
      icon: <Keyboard size={iconSize} />,
      shortcut: '?',
      onSelect: () => useShell.setState({ dialog: 'shortcuts' }),
    },
    {
      id: 'logout',
      label: t(texts.logout),
      icon: <LogOut size={iconSize} />,
      onSelect: signOut,
    },
  ]
}

function Footer() {
  const t = useText()
  return (
    <>
      <span className={css.key}>
        <Kbd keys="↑" />
        <Kbd keys="↓" />
        {t(texts.move)}
      </span>
      <span className={css.key}>
        <Kbd keys="↵" />
        {t(texts.open)}
      </span>
      <span className={css.key}>
        <Kbd keys={`${modKey} ↵`} />
        {t(texts.newTab)}
      </span>
      <span className={`${css.key} ${css.end}`}>
        <Kbd keys="?" />
        {t(texts.allShortcuts)}
      </span>
    </>
  )
}
