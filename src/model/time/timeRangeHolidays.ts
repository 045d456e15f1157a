import { DAY_MS, wallOf } from './wallClock.ts'

/** Rules for public holidays by country: only the holidays that HOLIDAY() of time ranges supports. */

type Rule = (year: number) => number | null

const [SUN, MON, THU] = [0, 1, 4]

const on =
  (month: number, day: number): Rule =>
  (year) =>
    wallOf(year, month, day)

/** The day with the given weekday that is number `count` in a month; -1 is the last one. */
const nth =
  (count: number, weekday: number, month: number): Rule =>
  (year) => {
    if (count < 0) {
      const last = (wallOf(month === 12 ? year + 1 : year, (month % 12) + 1, 1) ?? 0) - DAY_MS
      return last - ((new Date(last).getUTCDay() - weekday + 7) % 7) * DAY_MS
    }
    const first = wallOf(year, month, 1) ?? 0
    return first + (((weekday - new Date(first).getUTCDay() + 7) % 7) + (count - 1) * 7) * DAY_MS
  }

/** The date that is `days` after Easter Sunday; Gregorian, by the anonymous algorithm of Nature (1876). */
const easter =
  (days: number): Rule =>
  (year) => {
    const a = year % 19
    const century = Math.floor(year / 100)
    const rest = year % 100
    const g = Math.floor((8 * century + 13) / 25)
    const h = (19 * a + century - Math.floor(century / 4) - g + 15) % 30
    const l = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - h - (rest % 4)) % 7
    const m = Math.floor((a + 11 * h + 22 * l) / 451)
    const month = Math.floor((h + l - 7 * m + 114) / 31)
    return (wallOf(year, month, ((h + l - 7 * m + 114) % 31) + 1) ?? 0) + days * DAY_MS
  }

const since =
  (first: number, rule: Rule): Rule =>
  (year) =>
    year >= first ? rule(year) : null

/** The last Monday before a date of the month. */
const mondayBefore =
  (month: number, day: number): Rule =>
  (year) => {
    const date = wallOf(year, month, day) ?? 0
    return date - ((new Date(date).getUTCDay() + 6) % 7 || 7) * DAY_MS
  }

const UNITED_STATES: Record<string, Rule> = {
  "New Year's Day": on(1, 1),
  'Martin Luther King Jr. Day': since(1986, nth(3, MON, 1)),
  "Washington's Birthday": since(1971, nth(3, MON, 2)),
  'Memorial Day': since(1971, nth(-1, MON, 5)),
  'Juneteenth National Independence Day': since(2021, on(6, 19)),
  'Independence Day': on(7, 4),
  'Labor Day': since(1894, nth(1, MON, 9)),
  'Columbus Day': since(1970, nth(2, MON, 10)),
  'Veterans Day': since(1938, on(11, 11)),
  Thanksgiving: since(1942, nth(4, THU, 11)),
  'Christmas Day': on(12, 25),
}

const UNITED_KINGDOM: Record<string, Rule> = {
  "New Year's Day": on(1, 1),
  'New Year Holiday [Scotland]': on(1, 2),
  "St. Patrick's Day [Northern Ireland]": on(3, 17),
  'Good Friday': easter(-2),
  'Easter Monday [England/Wales/Northern Ireland]': easter(1),
  // moved twice for the anniversary of the end of the war, twice for a jubilee
  'May Day': since(1978, (year) => (year === 1995 || year === 2020 ? on(5, 8) : nth(1, MON, 5))(year)),
  'Spring Bank Holiday': since(1971, (year) =>
    (year === 2002 || year === 2012 ? on(6, 4) : year === 2022 ? on(6, 2) : nth(-1, MON, 5))(year),
  ),
  'Battle of the Boyne [Northern Ireland]': on(7, 12),
  'Platinum Jubilee of Elizabeth II': (year) => (year === 2022 ? on(6, 3)(year) : null),
  'State Funeral of Queen Elizabeth II': (year) => (year === 2022 ? on(9, 19)(year) : null),
  'Summer Bank Holiday [Scotland]': nth(1, MON, 8),
  'Late Summer Bank Holiday [England/Wales/Northern Ireland]': since(1971, nth(-1, MON, 8)),
  "St. Andrew's Day [Scotland]": since(2006, on(11, 30)),
  'Christmas Day': on(12, 25),
  'Boxing Day': on(12, 26),
}

const COUNTRIES: Record<string, Record<string, Rule>> = {
  US: UNITED_STATES,
  USA: UNITED_STATES,
  UK: UNITED_KINGDOM,
  GB: UNITED_KINGDOM,
  FR: {
    "Jour de l'an": on(1, 1),
    'Lundi de Pâques': easter(1),
    'Fête du Travail': on(5, 1),
    'Armistice 1945': on(5, 8),
    Ascension: easter(39),
    'Lundi de Pentecôte': easter(50),
    'Fête nationale': on(7, 14),
    Assomption: on(8, 15),
    Toussaint: on(11, 1),
    'Armistice 1918': on(11, 11),
    Noël: on(12, 25),
  },
  DE: {
    Neujahr: on(1, 1),
    Karfreitag: easter(-2),
    Ostermontag: easter(1),
    'Erster Mai': on(5, 1),
    'Christi Himmelfahrt': easter(39),
    Pfingstmontag: easter(50),
    // a holiday in all states only in 2017, the 500th anniversary of the Reformation
    Reformationstag: (year) => (year === 2017 ? on(10, 31)(year) : null),
    'Tag der Deutschen Einheit': since(1990, on(10, 3)),
    'Erster Weihnachtstag': on(12, 25),
    'Zweiter Weihnachtstag': on(12, 26),
  },
  CA: {
    "New Year's Day": on(1, 1),
    'Good Friday': easter(-2),
    'Family Day': since(2008, nth(3, MON, 2)),
    'Easter Monday': easter(1),
    'Victoria Day': mondayBefore(5, 25),
    'Canada Day': on(7, 1),
    'Civic Holiday': nth(1, MON, 8),
    'Labour Day': nth(1, MON, 9),
    'National Day for Truth and Reconciliation': since(2021, on(9, 30)),
    Thanksgiving: nth(2, MON, 10),
    'Remembrance Day': on(11, 11),
    'Christmas Day': on(12, 25),
    'Boxing Day': on(12, 26),
  },
  AU: {
    "New Year's Day": on(1, 1),
    'Australia Day': since(1935, on(1, 26)),
    'Good Friday': easter(-2),
    'Easter Monday': easter(1),
    'Anzac Day': since(1921, on(4, 25)),
    'Christmas Day': on(12, 25),
    'Boxing Day': on(12, 26),
  },
  IT: {
    Capodanno: on(1, 1),
    'Epifania del Signore': on(1, 6),
    'Pasqua di Resurrezione': easter(0),
    "Lunedì dell'Angelo": easter(1),
    'Festa della Liberazione': since(1946, on(4, 25)),
    'Festa dei Lavoratori': on(5, 1),
    'Festa della Repubblica': since(1948, on(6, 2)),
    'Assunzione della Vergine': on(8, 15),
    'Tutti i Santi': on(11, 1),
    'Immacolata Concezione': on(12, 8),
    Natale: on(12, 25),
    'Santo Stefano': on(12, 26),
  },
  IN: {
    'Makar Sankranti / Pongal': on(1, 14),
    'Republic Day': since(1950, on(1, 26)),
    'Labour Day': on(5, 1),
    'Independence Day': since(1947, on(8, 15)),
    'Gandhi Jayanti': since(1947, on(10, 2)),
    Christmas: on(12, 25),
  },
  NL: {
    Nieuwjaarsdag: on(1, 1),
    'Goede Vrijdag': easter(-2),
    'Eerste paasdag': easter(0),
    'Tweede paasdag': easter(1),
    Koningsdag: since(2014, (year) =>
      (new Date(wallOf(year, 4, 27) ?? 0).getUTCDay() === SUN ? on(4, 26) : on(4, 27))(year),
    ),
    // a day off every fifth year
    Bevrijdingsdag: since(1945, (year) => (year % 5 === 0 ? on(5, 5)(year) : null)),
    Hemelvaart: easter(39),
    'Eerste Pinksterdag': easter(49),
    'Tweede Pinksterdag': easter(50),
    'Eerste Kerstdag': on(12, 25),
    'Tweede Kerstdag': on(12, 26),
  },
}

/**
 * The date, at midnight, of the only holiday of a country whose name contains `name` (case-insensitive). null if there
 * is none or more than one, or if the country is unknown.
 */
export function holidayDate(name: string, year: number, country: string): number | null {
  const rules = Object.hasOwn(COUNTRIES, country) ? (COUNTRIES[country] ?? {}) : {}
  const wanted = name.toLowerCase()
  const dates = Object.entries(rules)
    .filter(([holiday]) => holiday.toLowerCase().includes(wanted))
    .map(([, rule]) => rule(year))
    .filter((date) => date !== null)
  return dates.length === 1 ? (dates[0] ?? null) : null
}
