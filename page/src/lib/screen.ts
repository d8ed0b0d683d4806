// What the page is sent, as src/duskfall/wire declares it: written by `make wire`, not by hand.

export type Value = boolean | number | string

/** A word of the rules that may be chosen, and how people read it. */
export interface NamedWord {
  value: string
  label: string
}

/** A seat that may be chosen, by its name. */
export interface NamedSeat {
  value: number
  label: string
}

/** A ruleset and its title. */
export interface NamedBook {
  id: string
  title: string
}

/** One sentence of a ruling, the rule that decides, and that rule's own words. */
export interface CitedLine {
  text: string
  rule: string
  cite: string
}

export type TableAction = 'set' | 'deal' | 'start' | 'again' | 'role'

export type GameAction = 'pick' | 'others' | 'counts' | 'next' | 'say' | 'remove' | 'foul' | 'flag' | 'hand' | 'note' | 'best' | 'bonus'

export type LogAction = 'back' | 'forth' | 'rest'

export type ActionKind = TableAction | GameAction | LogAction

export type FormKind = 'choice' | 'yesno' | 'ballot' | 'speech'

/** An answer that may be picked. */
export interface FormOption {
  value: number | string
  label: string
  /** 0: a word, not a seat. */
  seat: number
  /** Why it may not be picked, in words; empty if it may. */
  barred: string
}

/** Who is asked what, and what may be named beside a seat. */
export interface QuestionHead {
  seat: number
  verb: string
  who: string
  label: string
  kind: FormKind
  roles: NamedWord[]
  nominees: NamedSeat[]
  /** Of a speech: who may be addressed. */
  addresses: NamedSeat[]
}

/** A question with all that may be answered, and the answer that is drafted. */
export interface QuestionForm extends QuestionHead {
  question: string
  options: FormOption[]
  value: unknown
  /** Why the drafted answer will be void; empty if it will not. */
  barred: string
}

/** A question at the rulings desk; the same may be asked more than once in a phase, a vote again for one. */
export interface DeskForm extends QuestionForm {
  round: number
}

/** A word that an act may have brought. */
export interface ClaimedResult {
  verb: string
  word: string
  label: string
  act: string
}

/** What bots understand. */
export interface SpeechClaims {
  roles: NamedWord[]
  results: ClaimedResult[]
  seats: NamedSeat[]
}

/** A question to a person among bots; of a speech, also what may be claimed in it. */
export interface SeatForm extends QuestionForm {
  claims: SpeechClaims | null
  /** Of this seat's questions: an answer to an older one is none. */
  number: number
}

export type DealKind = 'phone' | 'links' | 'cards' | 'night'

/** A way to deal. */
export interface DealWay {
  value: DealKind
  label: string
  about: string
}

/** A role of the book, and how often it is in the deck. */
export interface DeckRow {
  role: string
  label: string
  team: string
  count: number
}

/** A card that is dealt beside the roles, and who holds it. */
export interface CardHolders {
  name: string
  label: string
  holders: number[]
}

/** House rules as clubs play them: whether they are in force, and what they are in one line. */
export interface ClubForm {
  on: boolean
  about: string
}

/** The table as it is set, and all that may be set. */
export interface TableForm {
  rules: string
  rulesets: NamedBook[]
  names: string[]
  /** The names as they were written; an empty one is the seat's own. */
  given: string[]
  /** For how many the book has decks. */
  seats: [number, number]
  deck: DeckRow[]
  /** As it was written; null: the book's. */
  deckText: string | null
  deal: DealKind
  deals: DealWay[]
  cards: CardHolders[]
  callAll: boolean
  /** Whether a night ends with a round of the table; null where nobody is told anything then. */
  round: boolean | null
  /** Null where clubs play by the book. */
  club: ClubForm | null
  problems: string[]
  /** Of a deck that is lopsided, or against the book and can be dealt all the same. */
  warnings: string[]
}

/** A role, how often it is in the deck, and how many of these nobody holds yet. */
export interface CardsLeft {
  role: string
  label: string
  count: number
  left: number
}

/** Real cards, entered at once or role by role. */
export interface CardsForm {
  roles: CardsLeft[]
  asking: string
  calling: boolean
}

/** The card of whoever has the phone in hand. */
export interface CardPeek {
  seat: number
  name: string
  card: string[]
}

/** The part of the link to a seat's card that never leaves the phone. */
export interface SeatFragment {
  seat: number
  name: string
  fragment: string
}

export type ScreenPlace = 'table' | 'cards' | 'peek' | 'links' | 'night' | 'ruling' | 'read' | 'speech' | 'discussion' | 'ballot' | 'choice' | 'victory' | 'over'

export type SignShowing = '' | 'called' | 'round'

/** Who sits there, as the host sees them. */
export interface HostChair {
  seat: number
  name: string
  alive: boolean
  role: string
  team: string
  fouls: number
  silenced: boolean
  removed: boolean
  titles: string[]
  cards: string[]
  nominated: boolean
  speaking: boolean
  first: boolean
  /** The part of the link to the card that never leaves the phone; empty where real cards are dealt. */
  link: string
}

/** The Next button, and why it cannot be tapped yet. */
export interface NextButton {
  label: string
  ready: boolean
  why: string
  /** What the host is asked at the first tap, for only the second one goes on; empty where nothing is asked. */
  ask: string
}

/** How long somebody has. */
export interface ScreenClock {
  seconds: number
  warn: number
  label: string
}

/** What is shown silently to one player. */
export interface SignShown {
  seat: number
  to: string
  text: string
}

/** A house rule, as it is and as it changes with the next phase. */
export interface HouseRule {
  name: string
  about: string
  rule: string
  value: Value
  values: Value[]
  /** The values in words. */
  labels: string[]
  pending: Value | null
}

/** Why a phase came out so. */
export interface RulingTold {
  lines: CitedLine[]
  svg: string
}

/** Who has won, by which line of the book. */
export interface GameResult {
  /** The side's name in the rules. */
  winner: string
  /** And as people read it. */
  side: string
  reason: string
  rule: string
  cite: string
  lines: string[]
}

/** The table of an evening. */
export interface StandingsTable {
  columns: string[]
  rows: ((string | number)[])[]
}

/** A best move: whose it is, and whom it named so far. */
export interface MoveMade {
  seat: number
  name: string
  named: number[]
  /** Whom it named before it was taken back; empty where it was not, or stands again. */
  before: number[]
}

/** Who may make the best move now. */
export interface MoveAsked extends MoveMade {
  most: number
  moves: MoveMade[]
}

/** By how many fouls one is silenced, and removed; 0: never. */
export interface FoulLimits {
  silence: number
  removal: number
}

/** A scoring that fits these rules. */
export interface NamedScoring {
  name: string
  label: string
}

/** What can be set at any time. */
export interface EveningSettings {
  rules: string
  timers: Record<string, number>
  fouls: FoulLimits
  scoring: string
  /** The chosen scoring as data, if it is the club's own. */
  own: Record<string, unknown> | null
  scorings: NamedScoring[]
  language: string
}

/** What the host sees. */
export interface HostScreen {
  at: number
  language: string
  place: ScreenPlace
  key: string
  title: string
  crumb: string
  dim: boolean
  say: string[]
  pause: number
  timer: ScreenClock | null
  notes: string[]
  secret: string[]
  /** Whoever is asked need not show themselves: whether anybody is, is not to be seen before one does it. */
  veiled: boolean
  /** How many games of this evening have begun. */
  games: number
  signs: SignShown[]
  showing: SignShowing
  forms: QuestionForm[]
  /** Of a role that is called and cannot act: it looks like a form, and records nothing. */
  decoy: QuestionForm | null
  /** The draft of a vote by counts, where one is kept. */
  counts: Record<string, number> | null
  seats: HostChair[]
  next: NextButton
  /** What would be taken back; empty if there is nothing. */
  back: string
  /** What would be taken again; empty if there is nothing. */
  forth: string
  /** After a correction: how many steps had followed, if they can be taken again from here on. */
  rest: number
  upcoming: string
  flags: HouseRule[]
  settings: EveningSettings
  ruling: RulingTold | null
  table: TableForm | null
  cards: CardsForm | null
  peek: CardPeek | null
  links: SeatFragment[] | null
  result: GameResult | null
  standings: StandingsTable | null
  best: MoveAsked | null
}

/** Where the evening is; without a screen, it must be sent what comes after `at` first. */
export interface EveningAnswer {
  at: number
  screen?: HostScreen
  /** Actions that the page does not have. */
  missing?: Record<string, unknown>[]
  refused?: string
}

/** A line an action, and how many steps back or forth lead to each; 0: none do. */
export interface AuditAnswer {
  lines: string[]
  steps: number[]
  forth: number[]
}

/** How many steps of what followed a correction can be taken again. */
export interface RestAnswer {
  steps: number
}

/** A file as text. */
export interface TextAnswer {
  text: string
}

/** The protocol as a file, what it may be called, and of what type it is. */
export interface ProtocolFile {
  text: string
  name: string
  type: string
}

/** What a seat's link holds: names, and no words of any language. */
export interface LinkHeld {
  n: string
  s: number
  r: string
  c: string
  k: [string, string, string][]
  f: Record<string, Value>
}

/** A card as its holder reads it. */
export interface SeatCard {
  name: string
  seat: number
  rules: string
  card: string[]
}

/** The house rules on which a card hangs, as they usually are, and its lines for all their values. */
export interface CardWords {
  on: [string, Value][]
  lines: Record<string, string[]>
}

/** All cards of a ruleset in one language. */
export interface AllCards {
  known: Record<string, string>
  dealt: Record<string, string>
  cards: Record<string, CardWords>
}

/** A role, and its team by its place in the book, from 1. */
export interface BookRole {
  role: string
  label: string
  team: number
}

/** A game, for how many it is, and its roles. */
export interface GameBook {
  id: string
  title: string
  about: string
  seats: [number, number]
  teams: string[]
  roles: BookRole[]
}

/** The rules of one game as HTML, their picture, and the words of every rule that they cite. */
export interface RulesPage {
  id: string
  title: string
  html: string
  svg: string
  citations: Record<string, string>
}

/** A number, or something that is on or off; the id is its place in the scoring. */
export interface ScoringField {
  id: string
  label: string
  /** What holds while it is empty. */
  fallback: string
  step: number
  switch: boolean
  /** What was typed; of a switch, whether it is on. */
  value: string | boolean
}

/** Fields under a title, with a line on what is in them. */
export interface ScoringGroup {
  title: string
  about: string
  fields: ScoringField[]
  groups: ScoringGroup[]
}

/** The form of a scoring; `scoring` is null while `problem` says what is wrong with it. */
export interface ScoringForm {
  /** As it was typed. */
  name: string
  groups: ScoringGroup[]
  scoring: Record<string, unknown> | null
  problem: string
}

/** A player of one game, and what came of it. */
export interface PlayerResult {
  name: string
  role: string
  team: string
  won: boolean
  points: number
  /** A best move that found somebody. */
  best: boolean
  bonus: number
  fouls: number
}

/** A finished game, under the books' own names. */
export interface GameResults {
  date: string
  rules: string
  /** Those that were dealt. */
  teams: string[]
  winner: string
  players: PlayerResult[]
}

/** The finished games of one evening, and how its points were given. */
export interface EveningResults {
  date: string
  games: GameResults[]
  /** Of the scoring. */
  problems: string[]
}

/** A column of the standings; `words`: it does not hold numbers. */
export interface SeasonColumn {
  key: string
  label: string
  words: boolean
}

/** A way to give points that all games of a season can have. */
export interface SeasonScoring {
  name: string
  label: string
}

/** The standings of a season in the language now spoken, and what it is made of. */
export interface SeasonStandings {
  columns: SeasonColumn[]
  rows: ((string | number)[])[]
  games: number
  evenings: number
  /** Those that were played. */
  rulesets: NamedBook[]
  scorings: SeasonScoring[]
}

export type LineWeight = 'weighty' | 'slight' | 'plain'

/** The person, and their card. */
export interface SeatPerson {
  seat: number
  name: string
  alive: boolean
  role: string
  team: number
  card: string[]
}

/** What the board shows of a seat. */
export interface SeatChair {
  seat: number
  name: string
  alive: boolean
  /** As far as whoever looks knows it. */
  role: string
  /** By its place in the book, from 1; 0: not known. */
  team: number
  /** Of somebody dead: the role that everybody was shown. */
  shown: string
  shown_team: number
  titles: string[]
  you: boolean
}

/** A piece of what a seat has seen. */
export interface ToldItem {
  private: boolean
  text: string
}

/** A phase begins. */
export interface PhaseTold extends ToldItem {
  kind: 'phase'
  phase: string
}

/** Somebody speaks. */
export interface SpeechTold extends ToldItem {
  kind: 'said'
  seat: number
  name: string
  to: string
  last: boolean
  claims: string[]
  you: boolean
}

/** The votes for one. */
export interface VotesFor {
  whom: string
  votes: string
  share: number
  voters: string[]
  /** Of each voter's ballot, to be put behind the name; empty: it counts once. */
  weights: string[]
}

/** A ballot. */
export interface VoteTold extends ToldItem {
  kind: 'vote'
  rows: VotesFor[]
}

/** The night is over. */
export interface DawnTold extends ToldItem {
  kind: 'dawn'
  quiet: boolean
}

/** Somebody is dead. */
export interface DeathTold extends ToldItem {
  kind: 'death'
  seat: number
  role: string
}

/** Anything else. */
export interface LineTold extends ToldItem {
  kind: 'line'
  weight: LineWeight
}

export type AnyTold = PhaseTold | SpeechTold | VoteTold | DawnTold | DeathTold | LineTold

/** A role, and how often it is in the deck. */
export interface RoleCount {
  role: string
  count: number
}

/** Who won by which rule. */
export interface GameEnd {
  winner: string
  line: string
  because: string
  also: string[]
  won: boolean
}

/** How the game stands for a seat; `you` has seat 0 for whoever only watches. */
export interface SeatState {
  rules: string
  title: string
  heading: string
  dim: boolean
  phase: string
  you: SeatPerson
  seats: SeatChair[]
  forms: SeatForm[]
  deck: RoleCount[]
  over: GameEnd | null
  /** Whom all see the table wait for now: who has the word, who is to vote. */
  floor?: number[]
  /** Who stands before the table: for the vote, or for a title. */
  nominees: number[]
}

/** What the person in this seat sees, from the first event on. */
export interface SeatScreen extends SeatState {
  items: AnyTold[]
}

/** What turned a finished game, how that is counted, and the lie that lived longest. */
export interface GameTale {
  points: string[]
  counted: string
  lie: string
}

/** The same, with the record. */
export interface GameStory extends GameTale {
  record: string
}

/** How a speech is going to be heard; nothing where it tells nothing of anybody. */
export interface SpeechHeard {
  heard: string
}

/** A side, by its place in the book from 1, and the chance that a seat is of it. */
export interface SideChance {
  side: string
  team: number
  chance: number
}

/** A role, and the chance that a seat holds it now. */
export interface RoleChance {
  role: string
  chance: number
}

/** What can be known of a seat. */
export interface SeatKnown {
  seat: number
  name: string
  alive: boolean
  you: boolean
  sides: SideChance[]
  /** The likeliest first. */
  roles: RoleChance[]
  /** The role or the side, if there is no doubt of it. */
  certain: string
}

/** What can be known from a seat; without seats where it cannot be counted, and then it is told why. */
export interface WhatIsKnown {
  known: boolean
  /** It is not known yet: ask again. */
  coming: boolean
  seats: SeatKnown[]
  certain: string[]
  /** From which layer, how exact, out of how much. */
  found: string[]
}

export type MarkKind = 'night' | 'day' | 'vote' | 'death' | 'end'

/** Somebody through whose eyes a game may be seen: a seat, `public` or `moderator`. */
export interface FilmViewer {
  value: number | string
  label: string
}

/** Something that was seen. */
export interface FilmEvent {
  told: AnyTold
  /** Those that look otherwise from here on. */
  chairs: SeatChair[]
  /** Whether it is what somebody thought, and nobody heard. */
  thought: boolean
}

/** A place that one may want to go to, by the number of its event, from 0; the end comes after the last. */
export interface FilmMark {
  at: number
  kind: MarkKind
  text: string
}

/** Whom somebody voted for in a ballot. */
export interface FilmVote {
  seat: number
  /** 0: no seat, but a word. */
  whom: number
  label: string
  /** What it counts; empty: one. */
  weight: string
}

/** A ballot that was opened. */
export interface FilmBallot {
  at: number
  when: string
  text: string
  votes: FilmVote[]
}

/** What was done in a night, drawn and explained: for whoever may see all. */
export interface FilmNight {
  at: number
  title: string
  svg: string
  lines: string[]
}

/** What the model in a seat took: calls, tokens read and written, and dollars; null where that is not known. */
export interface FilmCost {
  seat: number
  model: string
  calls: number
  read: number
  written: number
  cost: number | null
}

/** What became of a player. */
export interface FilmFate {
  seat: number
  name: string
  role: string
  /** By its place in the book, from 1; 0: not known. */
  team: number
  side: string
  left: string
  won: boolean
}

/** Who won by which rule, and who was what. */
export interface FilmEnd {
  winner: string
  line: string
  because: string
  also: string[]
  chairs: SeatChair[]
  fates: FilmFate[]
}

/** A moment of the curve, and how much more was known by then than at the one before. */
export interface KnownMoment {
  /** The event that shows it. */
  at: number
  when: string
  bits: number
}

/** What could be known from a seat, from phase to phase: drawn, moment by moment, and how that was found. */
export interface FilmKnown {
  /** Empty: it could not be counted. */
  svg: string
  moments: KnownMoment[]
  /** The moments at which most was learnt, by their place in the list. */
  most: number[]
  found: string[]
  /** It can soon be counted: ask again. */
  coming: boolean
}

export interface Film {
  rules: string
  title: string
  as: number | string
  viewers: FilmViewer[]
  verified: boolean
  deck: RoleCount[]
  chairs: SeatChair[]
  events: FilmEvent[]
  marks: FilmMark[]
  ballots: FilmBallot[]
  nights: FilmNight[]
  costs: FilmCost[]
  end: FilmEnd | null
  coach: boolean
  countable: boolean
}

export type RoomState = 'lobby' | 'playing' | 'over'

export type ChairKind = 'open' | 'person' | 'bot' | 'model'

export type Watching = 'seat' | 'watch' | 'moderator'

export type Pace = 'calm' | 'usual' | 'brisk' | 'instant'

/** Seconds for a speech, for a choice that all see, for a choice in secret, and for a word in secret. */
export interface RoomClocks {
  speech: number
  choice: number
  secret: number
  word: number
}

/** What a creator may choose; what is left out is as usual. */
export interface RoomWish {
  rules?: string
  seats?: number
  /** As the terminal writes decks, `Mafia*2, Cop`; empty: the book's own. */
  deck?: string
  flags?: Record<string, Value>
  talk?: boolean
  clocks?: RoomClocks
  pace?: Pace
  /** Who takes empty chairs: scripted, random, or a model by the name that the form gives it. */
  fill?: string
  /** Dollars for the models of this table. */
  max_cost?: number
  /** Whether all see which seats bots and models play. */
  label_bots?: boolean
  /** Seconds by which those who watch are behind. */
  delay?: number
  /** The language in which bots speak. */
  tongue?: string
  /** Of the creator, who then has a seat; empty: the creator does not play. */
  name?: string
  /** Deal at once, bots in all other chairs. */
  start?: boolean
  /** Whether the only person at the table may ask what can be known. */
  coach?: boolean
}

/** A role of the book, its card, and how often it is in the deck. */
export interface DeckCard {
  role: string
  label: string
  /** By its place in the book, from 1. */
  team: number
  side: string
  count: number
  card: string[]
}

/** A house rule under its name, and what the book says; a number has its bounds, and nothing is pending. */
export interface TableRule extends HouseRule {
  title: string
  usual: Value
  low?: number
  high?: number
}

/** A kind of player for the empty chairs; one that costs needs a limit. */
export interface RoomFill extends NamedWord {
  costs: boolean
}

/** All that a table can be made with, as it is chosen so far. */
export interface RoomForm {
  rules: string
  title: string
  seats: number
  fewest: number
  most: number
  deck: DeckCard[]
  /** Whether it is not the book's. */
  own_deck: boolean
  flags: TableRule[]
  clocks: RoomClocks
  /** Seconds that a night lasts with several people. */
  night: number
  /** Of a deck that is lopsided or against the book. */
  warnings: string[]
  /** Those that this server has. */
  fills: RoomFill[]
}

/** A new table: its id, the code for friends, the creator's secret, and that of the creator's seat, if any. */
export interface RoomMade {
  room: string
  code: string
  creator: string
  seat: number
  secret: string
}

/** The table behind a code or an id, for whoever is at its door. */
export interface RoomFound {
  room: string
  code: string
  title: string
  state: RoomState
  players: string[]
  free: number
}

/** A seat that was taken, and the secret that opens it on any device. */
export interface RoomJoined {
  room: string
  seat: number
  secret: string
}

/** The record of a finished game, and the calls of its models for who has a secret of that table; JSON lines. */
export interface RoomRecord {
  text: string
  calls: string
}

/** By the name of a call to `/api/room`: its answer. */
export interface RoomAnswers {
  form: RoomForm
  new: RoomMade
  find: RoomFound
  join: RoomJoined
  record: RoomRecord
}

/** A chair at the table, as everybody sees it. */
export interface Chair {
  seat: number
  name: string
  /** `person` also for bots where they are not told apart. */
  kind: ChairKind
  /** Of a bot or model that is told apart: which. */
  player: string
  /** Whether its person is connected. */
  here: boolean
  /** How many questions its person has missed in a row. */
  away: number
}

/** What somebody has won at this table. */
export interface Score {
  name: string
  games: number
  wins: number
}

/** A finished game of this table. */
export interface PlayedGame {
  number: number
  winner: string
}

/** The table itself, outside of its game. */
export interface RoomBoard {
  room: string
  code: string
  state: RoomState
  rules: string
  title: string
  seats: number
  chairs: Chair[]
  /** Who takes the empty chairs, in words. */
  fill: string
  clocks: RoomClocks
  night: number
  /** House rules that differ from the book, in words. */
  flags: string[]
  deck: string[]
  watchers: number
  delay: number
  paused: boolean
  /** What keeps the game from going on, in words; empty if nothing does. */
  problem: string
  /** Whether this page has the creator's powers. */
  creator: boolean
  /** The seat of this page; 0: none. */
  mine: number
  scores: Score[]
  games: PlayedGame[]
  pace: Pace
  label_bots: boolean
  /** Whether the only person at the table may ask what can be known, now. */
  coach: boolean
  /** What it was made with, for whoever may change it. */
  wish?: RoomWish
}

/** A seat's secret, dealt anew, for the creator to send on. */
export interface RoomLink {
  seat: number
  secret: string
}

/** How long the table waits for what is open now. */
export interface RoomClock {
  /** Seconds, when this was sent. */
  left: number
  of: number
}

/** A line that is no part of the game: in the lobby, or among the dead. */
export interface ChatLine {
  name: string
  /** 0: somebody who watches. */
  seat: number
  text: string
  /** Said among the dead. */
  dead: boolean
}

/** Why a phase of a finished game came out so, as a picture. */
export interface WhyPicture {
  title: string
  svg: string
}

/** What turned a finished game, the lie that lived longest, and why each phase came out so. */
export interface RoomStory {
  points: string[]
  counted: string
  lie: string
  pictures: WhyPicture[]
}

/** What is new for a page; what is left out is as it was. */
export interface RoomNews {
  /** The number of the game, from 1; 0 before the first. */
  game?: number
  /** The events from this number on are the ones that follow. */
  since?: number
  events?: AnyTold[]
  now?: SeatState
  clock?: RoomClock | null
  board?: RoomBoard
  chat_since?: number
  chat?: ChatLine[]
  /** The words so far of whoever speaks. */
  live?: string
  /** How the speech that was asked about would be heard. */
  heard?: string
  /** To `known`. */
  known?: WhatIsKnown
  /** To `rules`: those of this table, as Markdown. */
  rules?: string
  /** Why what this page sent was not taken. */
  refused?: string
  /** Why this page is sent away; it need not come back. */
  gone?: string
  /** Of a game that is over. */
  story?: RoomStory
  /** To `renew`, and to `hand` to a person. */
  link?: RoomLink
}

/** The first frame of a socket: who comes, and what they have already. */
export interface RoomHello {
  room?: string
  /** Of a seat. */
  secret?: string
  creator?: string
  watch?: Watching
  language?: string
  game?: number
  /** Events. */
  have?: number
  /** Lines. */
  chat?: number
}

export type RoomDeed = 'answer' | 'heard' | 'known' | 'rules' | 'chat' | 'language' | 'skip' | 'back' | 'rename' | 'leave' | 'start' | 'pause' | 'go' | 'kick' | 'hand' | 'end' | 'rematch' | 'renew' | 'wish'

/** A player and their role. */
export interface DeskSeat {
  name: string
  role: string
}

/** A card beside a role. */
export interface DeskCard {
  card: string
  seat: number
}

/** Whom the deal assigns to whom. */
export interface DeskDeal {
  deal: string
  seat: number
  target: number
}

/** A mark that a seat bears. */
export interface DeskMark {
  mark: string
  seat: number
}

/** How often an act was done. */
export interface DeskUse {
  verb: string
  seat: number
  count: number
}

/** Whom an act named on the night before. */
export interface DeskLast {
  verb: string
  seat: number
  target: number
}

/** A title and its holder. */
export interface DeskTitle {
  title: string
  seat: number
}

/** A position in the middle of a game. */
export interface DeskStart {
  phase: string
  number: number
  dead: number[]
  marks: DeskMark[]
  used: DeskUse[]
  last: DeskLast[]
  titles: DeskTitle[]
}

/** What somebody answers; a list where it is asked more than once. */
export interface DeskAct {
  verb: string
  /** A team acts under its name. */
  seat: number | string
  value: unknown
}

/** A vote of which only the counts are known, by seat or word; `round` counts its ballots from 0. */
export interface DeskCount {
  verb: string
  round: number
  votes: Record<string, number>
}

/** What happened in a phase; beside it, of a case file, what must come of it. */
export interface DeskPhase {
  phase: string
  acts: DeskAct[]
  counts: DeskCount[]
  expect?: Record<string, unknown>
}

/** Who sits there with what, by which rules, and what happened. */
export interface DeskTable {
  name: string
  rules: string
  flags: Record<string, Value>
  seats: DeskSeat[]
  cards: DeskCard[]
  assign: DeskDeal[]
  play: DeskPhase[]
}

/** A case as it would be set at the desk; null: it begins as the rules say. */
export interface DeskCase extends DeskTable {
  start: DeskStart | null
}

/** What is set at the desk. */
export interface DeskParams extends DeskTable {
  start: DeskStart
}

/** A role and its team. */
export interface DeskRole extends NamedWord {
  team: string
  teamLabel: string
}

/** A house rule, and what the book says. */
export interface DeskRule extends HouseRule {
  default: Value
}

/** A card, mark or title, and the seats that have it. */
export interface DeskHeld {
  name: string
  label: string
  seats: number[]
}

/** Something that may be set for one seat. */
export interface DeskRow {
  name: string
  label: string
  seat: number
  who: string
}

/** Somebody whom a seat has, or has named; 0: nobody. */
export interface DeskAimed extends DeskRow {
  target: number
}

/** How often a seat has done what it may do a few times. */
export interface DeskUsed extends DeskRow {
  count: number
  most: number
}

/** All that can be set for these rules, and what is set. */
export interface DeskPosition {
  params: DeskParams
  rulesets: NamedBook[]
  title: string
  roles: DeskRole[]
  phases: NamedWord[]
  flags: DeskRule[]
  cards: DeskHeld[]
  marks: DeskHeld[]
  titles: DeskHeld[]
  deals: DeskAimed[]
  used: DeskUsed[]
  last: DeskAimed[]
}

/** Somebody who has left, and of what. */
export interface DeskGone {
  seat: number
  name: string
  role: string
  causes: string[]
}

/** What one player is to be told. */
export interface DeskTold {
  seat: number
  name: string
  text: string
}

/** A phase with its questions, what became of it, and why. */
export interface DeskRuled {
  title: string
  lines: CitedLine[]
  /** What did not happen because of a rule. */
  whyNot: CitedLine[]
  /** The victories that are not reached. */
  notYet: CitedLine[]
  svg: string
  phase: string
  number: number
  forms: DeskForm[]
  dead: DeskGone[]
  out: DeskGone[]
  told: DeskTold[]
  aloud: string[]
  unused: string[]
  miscounted: string[]
}

/** Who has won, by which rule. */
export interface DeskEnd {
  winner: string
  side: string
  reason: string
  rule: string
  cite: string
  text: string
}

/** A position in the middle, as an action of an evening gives it. */
export interface StartRows {
  phase: string
  number: number
  dead: number[]
  marks: ((string | number)[])[]
  used: ((string | number)[])[]
  last: ((string | number)[])[]
  titles: ((string | number)[])[]
}

/** A set-up, as an action of an evening gives it. */
export interface StartSetup {
  rules: string
  seats: Record<string, string>
  flags: Record<string, Value>
  cards: Record<string, number[]>
  assign: ((string | number)[])[] | null
  talk: boolean
  seed: number
  start: StartRows | null
}

/** The ruling, phase by phase; the game can be hosted on from this set-up. */
export interface DeskRuling {
  phases: DeskRuled[]
  over: DeskEnd | null
  setup: StartSetup
  /** What of the deck is against the book. */
  warnings: string[]
}

/** Why there is no answer, in one line. */
export interface Failure {
  error: string
}

/** By the name of a call: its answer. */
export interface Answers {
  evening: EveningAnswer
  audit: AuditAnswer
  rest: RestAnswer
  record: TextAnswer
  seat: SeatCard
  protocol: ProtocolFile
  results: EveningResults
  season: SeasonStandings
  season_file: ProtocolFile
  scoring: ScoringForm
  dispute: DeskCase
  position: DeskPosition
  ruling: DeskRuling
  case: TextAnswer
  rules: RulesPage
  rulesets: GameBook[]
  film: Film
  film_story: GameTale
  film_known: FilmKnown
  solo: SeatScreen
  solo_heard: SpeechHeard
  solo_known: WhatIsKnown
  solo_story: GameStory
}

export type AnyAnswer = EveningAnswer | AuditAnswer | RestAnswer | TextAnswer | SeatCard | ProtocolFile | ScoringForm | DeskCase | DeskPosition | DeskRuling | RulesPage | GameBook[] | Film | GameTale | SeatScreen | SpeechHeard | GameStory | EveningResults | SeasonStandings | WhatIsKnown | FilmKnown

/** What a server is. */
export interface ServerHello {
  version: string
  languages: Record<string, string>
  /** Whether the engine can run in the page. */
  pyodide: boolean
  /** Whether whoever asks has its key. */
  known: boolean
  /** Whether it keeps tables at which people play in their browsers. */
  tables: boolean
}

/** An evening on the shelf: how many actions it has, and when it last changed. */
export interface EveningListed {
  id: string
  count: number
  changed: string
}

/** All evenings of a server, the newest first. */
export interface ShelfAnswer {
  evenings: EveningListed[]
}

/** By the name of a call of a server: its answer. */
export interface ServerAnswers extends Answers {
  evenings: ShelfAnswer
}
