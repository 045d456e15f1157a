import { House } from 'lucide-react'
import { PageTitle } from '../../shell/PageTitle.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import css from './NotFoundScreen.module.css'

const texts = defineTexts('notFound', {
  title: 'Page not found',
  text: 'There is no page at this address. It may have been moved or deleted.',
  home: 'Go home',
  dashboards: 'All dashboards',
})

export default function NotFoundScreen() {
  const t = useText()
  return (
    <div className={css.page}>
      <PageTitle>{t(texts.title)}</PageTitle>
      <EmptyState
        size="big"
        picture={<LostStar />}
        title={<h1>{t(texts.title)}</h1>}
        text={t(texts.text)}
        actions={
          <>
            <ButtonLink href="/superset/welcome/" variant="primary" size="md" icon={<House size={14} />}>
              {t(texts.home)}
            </ButtonLink>
            <ButtonLink href="/dashboard/list/" size="md">
              {t(texts.dashboards)}
            </ButtonLink>
          </>
        }
      />
    </div>
  )
}

/** A drawing of a sextant whose arm points past its scale. */
function LostStar() {
  return (
    <svg className={css.picture} viewBox="0 0 520 160" fill="none" aria-hidden="true" strokeLinecap="round">
      <path d="M60 52a260 260 0 0 0 400 0" stroke="var(--border-2)" strokeWidth="1.5" />
      <g stroke="var(--border-2)">
        <path d="m92 84 8-9M130 111l7-11M173 131l5-12M219 143l3-13M267 145v-13M315 139l-4-13M360 124l-6-12M400 101l-8-10M432 74l-9-9" />
      </g>
      <path d="M260 12 356 92" stroke="var(--accent)" strokeWidth="1.5" strokeDasharray="3 6" />
      <circle cx="260" cy="12" r="5" fill="var(--accent)" stroke="var(--surface)" strokeWidth="3" />
    </svg>
  )
}
