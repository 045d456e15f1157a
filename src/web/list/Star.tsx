import { Star as StarIcon } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { Tooltip } from '../ui/Tooltip.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './Star.module.css'

const texts = defineTexts('star', { tip: 'Click to favorite/unfavorite', name: 'Favorite {title}' })

/** Sets and removes a star. */
export function Star({
  title,
  isStarred,
  onChange,
}: {
  title: string
  isStarred: boolean
  onChange: (isStarred: boolean) => void
}) {
  const t = useText()
  return (
    <Tooltip text={t(texts.tip)}>
      <Button
        size="xs"
        square
        variant="quiet"
        className={classes(css.star, isStarred && css.on)}
        aria-label={t(texts.name, { title })}
        aria-pressed={isStarred}
        icon={<StarIcon size={16} fill={isStarred ? 'currentColor' : 'none'} />}
        onClick={() => onChange(!isStarred)}
      />
    </Tooltip>
  )
}
