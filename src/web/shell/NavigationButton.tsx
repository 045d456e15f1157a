import { Menu as MenuIcon } from 'lucide-react'
import { IconButton } from '../ui/IconButton.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './NavigationButton.module.css'
import { useShell } from './shellState.ts'

const texts = defineTexts('navigationButton', { open: 'Open the navigation' })

/** Opens the navigation drawer. Only narrow screens show it: wide ones show the navigation itself. */
export function NavigationButton({ isSmall = false }: { isSmall?: boolean }) {
  const t = useText()
  return (
    <span className={css.box} data-navigation-button="">
      <IconButton
        size={isSmall ? undefined : 'lg'}
        label={t(texts.open)}
        tooltip={false}
        icon={<MenuIcon size={isSmall ? 18 : 20} />}
        onClick={() => useShell.setState({ isDrawerOpen: true })}
      />
    </span>
  )
}
