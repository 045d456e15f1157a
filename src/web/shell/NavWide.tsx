import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { ChevronsUpDown, LayoutDashboard, PanelLeft, Plus, Search } from 'lucide-react'
import { currentUser, displayName } from '../api/bootstrap.ts'
import { dashboardListQuery } from '../api/dashboards.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { classes } from '../ui/classes.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Kbd, modKey } from '../ui/Kbd.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { Mark } from './Mark.tsx'
import css from './Nav.module.css'
import { mayCreate, NewMenu } from './NewMenu.tsx'
import { places } from './places.ts'
import { openPalette } from './shellState.ts'
import { UserMenu } from './UserMenu.tsx'

const texts = defineTexts('nav', {
  label: 'Main',
  narrow: 'Collapse the navigation',
  create: 'Create new',
  find: 'Find anything',
  favourites: 'Favourites',
  untitled: '[Untitled]',
})

const favouritesShown = 8

/** The wide navigation: brand, search, pages, starred dashboards, user menu. */
export function NavWide({ className, onNarrow }: { className?: string; onNarrow?: () => void }) {
  const t = useText()
  const { pathname } = useLocation()
  return (
    <nav className={classes(css.wide, className)} aria-label={t(texts.label)}>
      <div className={css.brand}>
        <a href="/superset/welcome/" className={css.brandLink}>
          <Mark />
          <span>Sextant</span>
        </a>
        <div className={css.brandEnd}>
          {mayCreate() ? (
            <NewMenu align="end" trigger={<IconButton label={t(texts.create)} icon={<Plus size={16} />} />} />
          ) : null}
          {onNarrow ? <IconButton label={t(texts.narrow)} icon={<PanelLeft size={16} />} onClick={onNarrow} /> : null}
        </div>
      </div>
      <button type="button" className={css.find} onClick={openPalette}>
        <Search size={14} />
        <span className={css.grow}>{t(texts.find)}</span>
        <Kbd keys={`${modKey} K`} />
      </button>
      <ul>
        {places.map((place) => (
          <li key={place.href}>
            <a href={place.href} className={css.item} aria-current={place.holds.test(pathname) ? 'page' : undefined}>
              <place.icon size={16} />
              <span>{t(place.label)}</span>
            </a>
          </li>
        ))}
      </ul>
      <Favourites pathname={pathname} />
      <div className={css.space} />
      <UserMenu
        side="top"
        align="start"
        trigger={
          <button type="button" className={classes(css.item, css.user)}>
            <Avatar name={displayName(currentUser)} />
            <span className={css.cut}>{displayName(currentUser)}</span>
            <ChevronsUpDown size={14} className={css.end} />
          </button>
        }
      />
    </nav>
  )
}

function Favourites({ pathname }: { pathname: string }) {
  const t = useText()
  const { data } = useQuery(
    dashboardListQuery({
      filters: [{ col: 'id', opr: 'dashboard_is_favorite', value: true }],
      orderColumn: 'dashboard_title',
      orderDirection: 'asc',
      pageSize: favouritesShown,
    }),
  )
  if (!data || data.result.length === 0) return null
  return (
    <section aria-label={t(texts.favourites)}>
      <h2 className={css.heading}>{t(texts.favourites)}</h2>
      <ul>
        {data.result.map((dashboard) => (
          <li key={dashboard.id}>
            <a
              href={dashboard.url}
              className={css.item}
              aria-current={pathname === dashboard.url ? 'page' : undefined}
              title={dashboard.dashboard_title ?? undefined}
            >
              <LayoutDashboard size={16} />
              <span className={css.cut}>{dashboard.dashboard_title || t(texts.untitled)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
