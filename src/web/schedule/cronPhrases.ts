import type cronstrue from 'cronstrue'

type Locale = (typeof cronstrue.default.locales)[string]

/** Phrases that replace those of cronstrue in a language. */
interface Phrases {
  words: Partial<Locale>
  /** changes the whole sentence, for phrases that depend on their neighbors */
  tidy?: (sentence: string) => string
}

const always =
  <T>(text: T) =>
  () =>
    text

const between = (few: string, many: string) => (count?: string) => (Number(count) < 5 ? few : many)

/** For languages that write no spaces between words: removes them, and writes each comma as `comma`. */
const withoutSpaces = (comma: string) => (sentence: string) =>
  sentence.replaceAll(/\s*,\s*/g, comma).replaceAll(/(?<=[^ -~])\s+|\s+(?=[^ -~])/g, '')

/** Days of the week with a feminine name: Wednesday, Saturday, Sunday. */
const feminine = (day?: string) => /^[0367]/.test(day ?? '')

const ordinal = (masculine: string, other: string) => (day?: string) => (feminine(day) ? other : masculine)

const portuguese: Partial<Locale> = {
  atX0: always('às %s'),
  commaOnTheLastWeekdayOfTheMonth: always(', no último dia útil do mês'),
  firstWeekday: always('primeiro dia útil'),
  weekdayNearestDayX0: always('dia útil mais próximo do dia %s'),
}

/** By the code of a language of the interface. */
const phrases: Record<string, Phrases> = {
  fr: {
    words: {
      atX0: always('à %s'),
      commaX0ThroughX1: always(', du %s au %s'),
      commaAndX0ThroughX1: always(', et du %s au %s'),
      commaMonthX0ThroughMonthX1: always(', de %s à %s'),
    },
  },
  it: {
    words: {
      atX0MinutesPastTheHour: always('al minuto %s'),
      commaX0ThroughX1: always(', da %s a %s'),
      commaAndX0ThroughX1: always(', e da %s a %s'),
      commaOnlyOnX0: always(', solo di %s'),
      firstWeekday: always('primo giorno feriale'),
      weekdayNearestDayX0: always('giorno feriale più vicino al %s'),
    },
  },
  ja: {
    words: {
      at: always(''),
      atSpace: always(''),
      atX0: always('%sの時間帯'),
      atX0MinutesPastTheHour: always('毎時%s分'),
      onTheHour: always('正時'),
      betweenX0AndX1: always('%sから%sまで'),
      commaEveryDay: always(', 毎日'),
      commaEveryX0Days: always(', %s日ごと'),
      commaEveryX0DaysOfTheWeek: always(', 週のうち%s日ごと'),
      commaEveryX0Months: always(', %sか月ごと'),
      commaStartingX0: always(', %sから'),
      commaX0ThroughX1: always(', %sから%sまで'),
      commaAndX0ThroughX1: always(', または%sから%sまで'),
      commaOnlyOnX0: always(', %sのみ'),
      commaAndOnX0: always(', または%s'),
      commaOnlyInX0: always(', %sのみ'),
      commaOnDayX0OfTheMonth: always(', 毎月%s日'),
      commaBetweenDayX0AndX1OfTheMonth: always(', 毎月%s日から%s日まで'),
      commaOnTheX0OfTheMonth: always(', 毎月%s'),
      commaOnTheLastDayOfTheMonth: always(', 毎月最終日'),
      commaOnTheLastWeekdayOfTheMonth: always(', 毎月最後の平日'),
      commaDaysBeforeTheLastDayOfTheMonth: always(', 毎月最終日の%s日前'),
      commaOnTheLastX0OfTheMonth: always(', 毎月最後の%s'),
      commaOnThe: always(', '),
      spaceX0OfTheMonth: always('毎月%s'),
      first: always('第1'),
      second: always('第2'),
      third: always('第3'),
      fourth: always('第4'),
      fifth: always('第5'),
    },
    tidy: withoutSpaces('、'),
  },
  ko: {
    words: {
      atX0: always('%s 시간대'),
      atX0MinutesPastTheHour: always('매시 %s분'),
      commaBetweenDayX0AndX1OfTheMonth: always(', 매월 %s일부터 %s일까지'),
      commaOnTheLastDayOfTheMonth: always(', 매월 마지막 날'),
      commaOnTheLastX0OfTheMonth: always(', 매월 마지막 %s'),
    },
  },
  pt: { words: portuguese },
  pt_BR: { words: portuguese },
  ru: {
    words: {
      monthsOfTheYear: always([
        'январе',
        'феврале',
        'марте',
        'апреле',
        'мае',
        'июне',
        'июле',
        'августе',
        'сентябре',
        'октябре',
        'ноябре',
        'декабре',
      ]),
      monthsOfTheYearInCase: (form) =>
        form === 1
          ? [
              'января',
              'февраля',
              'марта',
              'апреля',
              'мая',
              'июня',
              'июля',
              'августа',
              'сентября',
              'октября',
              'ноября',
              'декабря',
            ]
          : [
              'январь',
              'февраль',
              'март',
              'апрель',
              'май',
              'июнь',
              'июль',
              'август',
              'сентябрь',
              'октябрь',
              'ноябрь',
              'декабрь',
            ],
      commaOnlyInMonthX0: always(', только в %s'),
    },
  },
  sk: {
    words: {
      at: always('O'),
      atSpace: always('O '),
      atX0: always('o %s'),
      atX0MinutesPastTheHour: always('v %s. minúte'),
      everyX0Minutes: between('každé %s minúty', 'každých %s minút'),
      everyX0Hours: between('každé %s hodiny', 'každých %s hodín'),
      commaEveryX0Days: between(', každé %s dni', ', každých %s dní'),
      commaEveryX0Months: between(', každé %s mesiace', ', každých %s mesiacov'),
      commaStartingX0: always(', počínajúc: %s'),
      first: ordinal('prvý', 'prvú'),
      second: ordinal('druhý', 'druhú'),
      third: ordinal('tretí', 'tretiu'),
      fourth: ordinal('štvrtý', 'štvrtú'),
      fifth: ordinal('piaty', 'piatu'),
      commaOnTheLastX0OfTheMonth: ordinal(', posledný %s v mesiaci', ', poslednú %s v mesiaci'),
      daysOfTheWeekInCase: (form) =>
        form
          ? ['nedele', 'pondelka', 'utorka', 'stredy', 'štvrtka', 'piatka', 'soboty']
          : ['nedeľu', 'pondelok', 'utorok', 'stredu', 'štvrtok', 'piatok', 'sobotu'],
      monthsOfTheYear: always([
        'januári',
        'februári',
        'marci',
        'apríli',
        'máji',
        'júni',
        'júli',
        'auguste',
        'septembri',
        'októbri',
        'novembri',
        'decembri',
      ]),
      monthsOfTheYearInCase: always([
        'januára',
        'februára',
        'marca',
        'apríla',
        'mája',
        'júna',
        'júla',
        'augusta',
        'septembra',
        'októbra',
        'novembra',
        'decembra',
      ]),
    },
    tidy: (sentence) => sentence.replaceAll(/(?<= )v (?=štvrtok|februári)/g, 'vo '),
  },
  sl: {
    words: {
      atX0MinutesPastTheHour: always('v %s. minuti'),
      everyX0Minutes: (count) =>
        count === '2' ? 'vsaki %s minuti' : between('vsake %s minute', 'vsakih %s minut')(count),
      everyX0Hours: (count) => (count === '2' ? 'vsaki %s uri' : between('vsake %s ure', 'vsakih %s ur')(count)),
      commaEveryX0Days: between(', vsake %s dni', ', vsakih %s dni'),
      commaEveryX0Months: (count) =>
        count === '2' ? ', vsaka %s meseca' : between(', vsake %s mesece', ', vsakih %s mesecev')(count),
      commaAndOnX0: always(', in v %s'),
      first: ordinal('prvi', 'prvo'),
      second: ordinal('drugi', 'drugo'),
      third: ordinal('tretji', 'tretjo'),
      fourth: ordinal('četrti', 'četrto'),
      fifth: ordinal('peti', 'peto'),
      commaOnTheLastX0OfTheMonth: ordinal(', zadnji %s v mesecu', ', zadnjo %s v mesecu'),
      daysOfTheWeekInCase: (form) =>
        form
          ? ['nedelje', 'ponedeljka', 'torka', 'srede', 'četrtka', 'petka', 'sobote']
          : ['nedeljo', 'ponedeljek', 'torek', 'sredo', 'četrtek', 'petek', 'soboto'],
      monthsOfTheYear: always([
        'januarju',
        'februarju',
        'marcu',
        'aprilu',
        'maju',
        'juniju',
        'juliju',
        'avgustu',
        'septembru',
        'oktobru',
        'novembru',
        'decembru',
      ]),
      monthsOfTheYearInCase: always([
        'januarja',
        'februarja',
        'marca',
        'aprila',
        'maja',
        'junija',
        'julija',
        'avgusta',
        'septembra',
        'oktobra',
        'novembra',
        'decembra',
      ]),
    },
  },
  zh: {
    words: {
      use24HourTimeFormatByDefault: always(true),
      at: always(''),
      atSpace: always(''),
      atX0: always('%s'),
      atX0MinutesPastTheHour: always('每小时的第 %s 分钟'),
      betweenX0AndX1: always('%s 至 %s'),
      everyX0Minutes: always('每 %s 分钟'),
      everyX0Hours: always('每 %s 小时'),
      everyMinuteBetweenX0AndX1: always('%s 至 %s 每分钟'),
      commaEveryX0Days: always(', 每 %s 天'),
      commaEveryX0Months: always(', 每 %s 个月'),
      commaAndOnX0: always(', 或%s'),
      commaOnDayX0OfTheMonth: always(', 每月%s'),
      commaBetweenDayX0AndX1OfTheMonth: always(', 每月%s至%s'),
      commaOnTheX0OfTheMonth: always(', 每月%s'),
      commaOnTheLastDayOfTheMonth: always(', 每月最后一天'),
      commaOnTheLastWeekdayOfTheMonth: always(', 每月最后一个工作日'),
      commaOnTheLastX0OfTheMonth: always(', 每月最后一个%s'),
      commaOnThe: always(', '),
      commaOnlyInMonthX0: always(', 仅%s'),
      spaceX0OfTheMonth: always('每月%s'),
      spaceAnd: always('和'),
    },
    tidy: withoutSpaces('，'),
  },
}

/** Gives cronstrue the phrases of a language; returns a function that completes its sentences. */
export function givePhrases(locales: Record<string, Locale>, name: string, code: string): (sentence: string) => string {
  const known = phrases[code]
  Object.assign(locales[name] ?? {}, known?.words)
  return known?.tidy ?? ((sentence) => sentence)
}
