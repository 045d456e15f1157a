import { useLocation } from '@tanstack/react-router'
import { Plus, Search } from 'lucide-react'
import { currentUser, displayName } from '../api/bootstrap.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { classes } from '../ui/classes.ts'
import { Tooltip } from '../ui/Tooltip.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { Mark } from './Mark.tsx'
import css from './Nav.module.css'
import { mayCreate, NewMenu } from './NewMenu.tsx'
import { places } from './places.ts'
import { openPalette } from './shellState.ts'
import { UserMenu } from './UserMenu.tsx'

const texts = defineTexts('navRail', { label: 'Main', create: 'Create new', find: 'Find anything', home: 'Sextant' })

/** The narrow navigation of pages with an editor. */
export function NavRail({ className }: { className?: string }) {
  const t = useText()
  const { pathname } = useLocation()
  return (
    <nav className={classes(css.rail, className)} aria-label={t(texts.label)}>
      <a href="/superset/welcome/" className={css.railBrand} aria-label={t(texts.home)}>
        <Mark />
      </a>
      <Tooltip text={t(texts.find)} side="right">
        <button type="button" className={css.railItem} aria-label={t(texts.find)} onClick={openPalette}>
          <Search size={16} />
        </button>
      </Tooltip>
      {mayCreate() ? (
        <NewMenu
          side="right"
          trigger={
            <button type="button" className={css.railItem} aria-label={t(texts.create)} title={t(texts.create)}>
              <Plus size={16} />
            </button>
          }
        />
      ) : null}
      {places
        .filter(({ isMinor }) => !isMinor)
        .map((place) => (
          <Tooltip key={place.href} text={t(place.label)} side="right">
            <a
              href={place.href}
              className={css.railItem}
              aria-label={t(place.label)}
              aria-current={place.holds.test(pathname) ? 'page' : undefined}
            >
              <place.icon size={16} />
            </a>
          </Tooltip>
        ))}
      <div className={css.space} />
      <UserMenu
        side="right"
        align="end"
        trigger={
          <button type="button" className={css.railUser}>
            <Avatar name={displayName(currentUser)} />
            <span className={css.spoken}>{displayName(currentUser)}</span>
          </button>
        }
      />
    </nav>
  )
}
