/**
 * The 5000 commonest English words that carry content, the commonest first. Origin: the counts of WordNet 3.0
 * (Princeton University, https://wordnet.princeton.edu) and the small sizes of SCOWL 2020.12.07
 * (http://wordlist.aspell.net), compiled by `npm run words`.
 *
 * This software and database is being provided to you, the LICENSEE, by Princeton University under the following license.
 * By obtaining, using and/or copying this software and database, you agree that you have read, understood, and will comply
 * with these terms and conditions.:
 *
 * Permission to use, copy, modify and distribute this software and database and its documentation for any purpose and
 * without fee or royalty is hereby granted, provided that you agree to comply with the following copyright notice and
 * statements, including the disclaimer, and that the same appear on ALL copies of the software, database and
 * documentation, including modifications that you make for internal use or for distribution.
 *
 * WordNet 3.0 Copyright 2006 by Princeton University. All rights reserved.
 *
 * THIS SOFTWARE AND DATABASE IS PROVIDED "AS IS" AND PRINCETON UNIVERSITY MAKES NO REPRESENTATIONS OR WARRANTIES, EXPRESS
 * OR IMPLIED. BY WAY OF EXAMPLE, BUT NOT LIMITATION, PRINCETON UNIVERSITY MAKES NO REPRESENTATIONS OR WARRANTIES OF
 * MERCHANTABILITY OR FITNESS FOR ANY PARTICULAR PURPOSE OR THAT THE USE OF THE LICENSED SOFTWARE, DATABASE OR DOCUMENTATION
 * WILL NOT INFRINGE ANY THIRD PARTY PATENTS, COPYRIGHTS, TRADEMARKS OR OTHER RIGHTS.
 *
 * The name of Princeton University or Princeton may not be used in advertising or publicity pertaining to distribution of
 * the software and/or database. Title to copyright in this software, database and any associated documentation shall at
 * all times remain with Princeton University and LICENSEE agrees to preserve same.
 *
 * SCOWL: the collective work is Copyright 2000-2011 by Kevin Atkinson. Permission to use, copy, modify, distribute and sell
 * these word lists, the associated scripts, the output created from the scripts, and its documentation for any purpose is
 * hereby granted without fee, provided that the above copyright notice appears in all copies and that both that copyright
 * notice and this permission notice appear in supporting documentation. Kevin Atkinson makes no representations about the
 * suitability of this array for any purpose. It is provided "as is" without express or implied warranty.
 */
import { words } from "../../Verify/words/WordList.ts"

export const commonWords = words(`
  person persons say not make group man see location know saying come give said use get take find seem time go think
  made tell become feel two begin men look seeing seemed show work groups mans year first ask saw seen leave want way
  knowing face try known new place hold form hear day locations keep need youth thing knew making stand start showed
  little feeling head provide thought play state given looked mean finding good asked run better great include move
  people back eye wanted write came seeming long turn put change gave call appear follow best found taken hand help
  getting got gotten took life study never open part live thinking bring expect small going meet reach three believe
  consider let haves old end present gone increase world receive used lead left times last high number figure says
  beginning area continue result child serve pay started went remain right report walk lie problem develop line add
  boy like return point fight grow no always cause told happen became close watch force needed home light question
  water appeared foot indicate wait felt meaning followed sit remember showing pass turned worked years require house
  looking expected side set speak lose began begun determine voice played stop coming asking friend hope field read
  experience mind plan considered body night case soldier reached wanting helped talk makes developed hearing moment
  well following certain name second sound shown carry possible produce giving idea program american girl often learn
  offer important understand cover interest die far drive information school fire word later answer send trying
  contain note surface taking remained type regiment allow early four leaved effect fall woman leaded enter holding
  build large nothing keeping act door action further create payed cost spend ways happened value development family
  walked obtain meeting complete decide fact general wish different kind next describe raise reduce remembered big
  death love room standing away church material rise sense waited position tried support called establish stay heard
  country explain level using starting things fear held watched days amount job perhaps suggest dark draw whole sees
  kept apply concern drop record rate wife youths officer power control design direct hit occur learned passed city
  demand individual range represent seek win words working attempt cell god local reason spirit wear ground clear hour
  young stress arm involve wonder lives lay accept approach difference prove telling view express probably system
  today plant public opened becoming playing air center choose claim feed building written join kill order share
  suddenly provided returned fail government smile stood appearing works five history list month recognize tree week
  age purpose war growing turning company exist low measure offered greater understanding break business buy horse
  maintain pressure rest uses talked assume century really throw contained running included eyes base care mother
  picture prevent remove allowed peoples course land permit covered established entered wrote faces achieve deal visit
  forms reading bringing fill method sometimes trial true expecting effort evidence hard listen morning moved sure
  wall needing dos putted gun matter minute section shoot together reported putting law past period road sell usually
  considering knows blue cut experiment process realize stare hands fighting heads meant earth office ride society
  fellow obtained ran reaching catch charge half mass social total helping leading activity agree enjoy human money
  temperature white remaining means wrought alone announce available condition dead enemy forget major mention street
  third suggested strong subject wave attend real step greatest observe strike teach shot explained wished continued
  discover full function product single trouble various battle conduct stayed brought file red sing training earlier
  places community developing game leg test parts bear discuss heart lived prepare situation space leaving believed
  letting concerned accepted finally six stage supply treat met added ago distance expressed father national necessary
  operate sleep suppose table window represented increased comes able feature issue push reflect student laugh smoke
  opening lost forward happening shake presented worlds passing writing save ten top touch town wage paying received
  required gives attitude compare eat improve member normal religious short slowly walking data waiting joined admit
  attention direction doctor imagine influence states average check nature object patient pull quality reply separate
  sign rifle failed areas march mark near notice simple size deny swing children served numbers newest art easy hang
  lack price rule maintained remembering existed gets takes newer led car declare letter limit literature manner
  merely modern particular pattern remark tall formed watching problems black color common contribute desire destroy
  finish living paper regard region religion scene success theory paid grown speaking prevented boys dream economic
  free future industry likely shape blood determined wondered finds lower attack fit gain performance source spread
  statement term grew seems audience basic command degree drink expression extend mouth movement ready score special
  shoulder listened lines animal election event fine handle husband moving refuse sample sort sitting values lain lied
  lying figures corner cry fly guess opportunity similar south suffer tend wide worry involved learning larger basis
  encourage especially estimate existing film indeed miss glance tone indicated foots feet avoid cross deep example
  item late music older perform simply discovered sat sited spoken ended enjoyed waters book difficult exercise growth
  insist refer repeat percent shooting spoke planning sending affect army longer piece story carrying attended
  providing designed treated aid bad chance firm gray party political returning strange technique train shout limited
  address front hot offering particularly press promise reveal settle strength trade looks drawing placed talking
  answered floor kid policy property select soon tax shelter voices friends liked filled houses cold fields flow hair
  hate heavy practice spring store thinks treatment ends sides containing bodies discussed supported needs points
  marked changes nights including studies resulted soldiers allowing court education pretty replace role roll summer
  sun vary vote cases mentioned entering smaller board employee english farm instead language maybe pain possibility
  travel dust eliminate employ lip suffering reflected stopped stopping moments bed effective final highest inch
  private procedure production recommend ship speed tells questions feels spending changed built fought produced
  understood finished conducted becomes certainly finger latter lift organization reaction reporting river somewhat
  knee payment comrade jew carried ideas shows girls visited results extended caused closed arise benefit character
  collect comment demonstrate directly importance mile outside pound publish recall season shift threaten nod learnt
  bigger directed minds obtaining dying programs pushed demanded blow daily identify military nearly research text
  emerge song stem struggle reduced steps destroyed hours afternoon analysis apparently arrive dictionary discussion
  existence higher memory million poor propose schools series site spot unit beat dance loud measurement particle
  stretch urge jewish grounds biggest hanged sent farther woods broken interests approached argue bank image
  immediately introduce operation team volume wishing dominant murder setting regiments covering establishing died
  types calling active block circumstance contact continuing escape explaining generally manager pause progress
  service son studying wrong catholic ear emotion begins raised surfaces arms staying leaves affected repeated
  nothings fixed suggesting actually aim clearly contrast count deliver doors doubt equal inform match nation recent
  sight skill brush dress sky lieutenant vocational experiences actions chosen applying acted created teaching ball
  detail difficulty element entire equipment federal hundred hurry length maximum model oldest project release
  requirement sale search solid structure transfer crowd honor paint proceed spent believing seeking attempted rooms
  developments families accepting advance assure christian column completely derive distribution happy impossible
  phase burn energy objective yard protestant suffered tended representing driven decided facts wearing winning
  feeding adopt argument award behavior clean coffee edge empty factor grant hall labor marry personal purchase
  receiving serious straight title west bend characteristic confront cool newspaper radiation plays drawn rose
  described presenting avoided headed performed deaths services effects hoped churches additional appropriate captain
  carefully college display encounter entirely former income knowledge longest loss natural north sentence style thin
  assign completion engage muscle possess allotment fig roar drove guessed insisted regarded laughed earliest buying
  clothes fell worn ordered prepared based kinds sounded positions artist aspect author balance define dog enable
  expressing favor heat highly inside noise obviously physical plane protect specific square surprise touched wild
  camp cloud fool liberal schedule forces younger increases studied lights faced joining increasing painting claimed
  missed applied failing jobs countries wants brother rain respect sharp arc conclude kitchen presently smell
  tradition asks serving supposed revealed changing selected staining recommended bother chapter circle class double
  dry gather intend proper relationship successful teacher tooth warm wash weight accomplish grass neighborhood
  victory wives onset sought names removed feelings materials homes maintaining fallen spirits officers gained
  occurred occurring shouted noted atmosphere attract breaking brown depth essential news oppose presence preserve
  previous respond slow southern standard stock writer burst illustrate intensity mission portion sea slide thick
  tissue drew cities ending preventing published adding wore cells gods powers proved recognized forming wondering
  worse won wined resulting listening crossed employed levels bore acquire arrange aware combine device disappear
  ignore manage pair quickly rapidly stream succeed suspect technical trust climb corporation flower hurt lean soil
  sweep risen differences proven related throwing systems reasons adjust branch divide england exactly flash
  frequently glass hardly hotel judgment occupy prefer professional rates reality recently rush tie yellow achievement
  communism defend mount oxygen pace rear toss observed lifted threatened reports senses amounts chose airs stands
  holds liking papers tries box conclusion content couple decision district evening examine extent fix gas hide
  machine marriage official operator police protest quick relate ring soft thousand bond concentration forest promote
  relief throat forgotten catching collected recording governments youngest indicating bases months trees weeks
  histories purposes wars assumed born afford bar chair concept contract eight exchange facility flag green regular
  reject submit variation wind worker belief moreover sponsor witness flee siting runs starts trained agreeing
  enjoying killed companies measured plans acting ages dealing supporting planned singing bought horses requiring
  informed traveled bearing pressures plants centuries associate bill communication culture explanation fast fourth
  ordinary principle race relative relatively remind seven slip western curse emphasize female liquid locate rank roof
  tear village pointed determining dropped dropping thoughts costed attending hears answering businesses broke mothers
  adopted costs achieved actual complex compute construct county courses current devote distant failure foreign guide
  hitting independent judge losing observation original page parent population primary quiet solve taste upper variety
  brain bullet chest curve goal perceive polynomial rage scream silence non yell recorded discovering missing painted
  stretched methods sounds trials keeps placing forced tested cutting demanding designing fires delivered efforts
  threw thrown walls eating approve busy capacity component date defense dollar easily faith guard guy heavily hill
  jump lock medical neck obvious park reference retain secure solution stone university abandon broad coat companion
  construction crawl defeat drag earn hire nose peer principal shadow snow tube union congregation serum sections guns
  truer truest owned centers discussing checked laws pressed sold periods proceeded rested roads burned possessed
  pictures realized treating largest turns married absence afraid ahead bright danger fashion instant interpret main
  response round sudden survive task trip truth agent bitter career cast conceive exceed fence provision retire sink
  colonel gaze sunday offices permitted permitting societies earths mentioning warning drinking ridden masses located
  assigned pushing intended reflecting fears bound improved processes troops moves smallest marketing visiting
  activities agreed caught minutes confronted temperatures planed calls affair apparent appeal battery cease
  connection considerable crash credit extreme fully fund imply invite minimum mistake moral naturally opinion request
  review row safe science significant accompany authorize beam colored constitute grab occurrence pale percentage
  probability sigh species tale undertake apartment chlorine helps returns imagined forgetting forgot announced
  streets acts interested conducting stresses stated stronger strongest wound accomplished views varied worst adjusted
  bit concerning producing ranges dealt stared provides sung causing commission correct fresh hat killing load mad
  message otherwise president signed telephone usual vision weapon assert assistance blind breath cook damn drug
  expose kick moon overcome rock seat strain strip swear furnish negro stain arts lighted conditions mornings
  protected taught attacked feared rode evidences directing manners products singed listed gathered matched answers
  named fights interesting approaching funds fellows sang supplies apart authority blame bottle capable consideration
  dinner director error expense hole incident institution key lady market occasionally phenomenon popular previously
  quote reader reasonable scale significance somewhere speech steal sufficient vast wheel worth bird challenge denying
  discharge domestic dressed gesture hero illusion leap lung notion pour predict pursue resume shaken sin soul thrust
  causes hopes striking games legs cared drunk hanging bothered situations hearts hearties includes sets varying borne
  communities enemies account alter application assumption attach central citizen club complain food fraction friendly
  imagination install lot nice organize persuade plot positive satisfy stick substitute testing assemble commit
  communist darkness deserve exhibit farmer participate politics render rich tremendous twist yield anxiety thyroid
  experiments battles littler littlest records destroying rising mounted counted matters operated rights tables
  windows attracted distances loved questioned remarked responded saved spaces finishing raising writes lands students
  eaten selling firing fathers granted ability appreciate arrangement band belong commercial convert department differ
  disappeared essentially europe funny historical investigate justify link network nevertheless opposite reserve
  secretary trace typical waste wire arrest calm climbed detective diameter emotional explode instrument primarily
  shook silent sketch stomach succeeded weakness wet greek maturity monday veteran whisper rejected hills tending
  ordering leads meanings struck smiled towns creating driving extending regarding shouting puts detailed wages
  controls ate compared fed members attitudes defended reducing sounding sleeping advanced functions proposed
  estimated agency appearance beautiful campaign compose constant curious debate description duty exclude extension
  fewer frame freedom industrial international pool possibly practically precisely protection station tomorrow
  touching vague warn assist bounce crack drill fat finance fluid launch literary management narrow personnel
  photograph proclaim shoe transform valley visual wing erect folklore gram thermal admitted admitting directions
  lists attentions troubles appears hung deciding follows guessing inner qualities natures declared crying backs
  doctors washing rifles letters colors denied describing flying charged stained attempting avoiding confirm emphasis
  exception flight mere metal middle motion movie nine occasion peace performing pocket post radio react
  recommendation register self sheet slightly traditional unusual welcome winter yesterday approximately burning
  chicken chief compel disease guest halt humor multiply relax resist resolve sweet june milligram pond saturday
  stride wavelength displayed hidden suspected aided afforded reaches hoping facing distinguished earned completed
  honored insisting laughing controlled sizes stages worried cars patients bluer bluest absorbed separated stressed
  revealing cleared settled smokes falling marking fitting reminded contributed regions religions scenes shifted
  theories marched successes orders meets academic accord advise agreement candidate choice competition concrete
  congress connected consequence cup customer damage decade distinct familiar filling flat hospital master please
  relation secret smooth suit tonight translate twice unable vacation willing absorb await brilliant cattle dirt
  employment entertain evident fifty forgive frequency grip hesitate kiss loves milk musical mutter passage pitch
  pleasure rural shine strengthen binomial detergent disclose insure seize wagon prices fired industries bloodies
  bloods swung affecting claiming repeating gathering retained brings expects pays patterns sources statements
  constructed leaned performances wounded walks pulled rests experienced attempts corresponding notes degrees easier
  easiest movements audiences expressions redder reddest calculate comparison dare desk detect distinguish distribute
  division elect expand fair host joy largely minimal owner pile scientific signal staff suggestion threat uniform
  acknowledge anger blanket breathe compete composer concentrate enforce evil grade induce integration interview
  investigation jerk player resemble stir sympathetic unity waves weigh wood arouse downtown grin shear softly
  believes considers lets lies saving subjects events sorts elections jumped husbands tossed terms engaged shared
  washed gaining threatening features watches retired opportunities refused supports animals pains crossing
  questioning handled attached pressing selecting corners shoulders mouths encouraged filed interpreted crawled
  exceeded sponsored tones viewed surprised advantage association background closely critical dangerous distinction
  economy entitle expert fairly gradually greatly heading huge ice impose leader majority mixed novel occasional pick
  potential powerful practical pure rough security sequence session somehow spreading stuff substantial sufficiently
  superior ultimate useful valuable abandoned analyze anticipate bow coach condemn consult daughter despair
  expenditure focus grasp holder impress independence jury justice mud neighbor pray protein shade surround undergo
  baseball conjugate flux hen papa rebel recreation snake snap wining claims isolated concerns involving examples
  individuals items relations readier readiest addressed furnished shares proving publishing films armies receives
  recommending supplying employing lacked referred referring percents growths harder hardest brushed closing goods
  passes samples stories adequate annual behave brief capital careful choosing environment financial garden ideal
  identity immediate initial instance label loan negative parallel planet prior properly quantity resource shut slight
  tendency unique unknown virtually accuse apparatus attain bastard bedroom camera cheek cite combat confidence
  conviction corpse decline discovery drama eager gold govern grim interrupt leadership northern organic powder
  predicted pretend prominent shaking skin steel stumble substance supplement swallow tool trail april barn november
  pa suburban swell demands remains damned objects lacking noting pieces cleaning losses covers encountered parties
  techniques asserted collecting lifting controlling continues recognizing serves falls hotter hottest strengths
  approaches altered replying worrying identifying confirmed stranger associated books satisfied bent alternative
  article bind borrow chain combination confusion continually contribution copy cure decrease definition delay
  democratic establishment extensive famous float generation health identical impression king legal overall pack path
  perfect philosophy plenty policies preparation properties rapid representation responsibility scan seriously sex
  similarly spare split status survey truck truly twelve universal weather withdraw admire appoint artistic bat bench
  coast complement conflict consciousness contemplate cow devil dominate dull efficiency flood floors formation iron
  neglect nest poured queen ratio satisfactory sympathy tip velocity weak imitation peered porch roared whip
  proclaimed pleased shelters talks appointed noticed hairs heavier heaviest treatments assuming limiting beating
  traveling trusted authorities develops drives costing lowest removing crowded adds aimed complained flew flied flown
  replaced searched rendered ringed roles rushed slept teared educations summers proceeding surrounding affairs
  favored relaxed lots suns stops achieving bet category chemical collapse connect continuous conversation east
  eventually knock leaf neither normally phone promising qualify recognition reduction reflection representative
  resolution restrict reverse sensitive shell simultaneously symbol tight twenty widely alert arrow comedy concede
  cooperate crime cultural doctrine egg elaborate excitement explore flesh fog gay glow historian identification
  injury inspire intense laying manufacturer meal mood observer persist profound relieve rub salesman shock sister
  specialist spectrum squeeze stimulate tongue tough trend worship bee clutch cop depart exert fist greet lick
  oxidation plunge tremble weep languages possibilities eliminated employees influences lips grows rules suspended
  delayed demonstrated transformed shapes pointing waits matching sweeping darker darkest designs elected expanded
  loaded projected combined delivering informing supplied beds belonged differed procedures screamed exhibited
  productions charges identified circumstances happens locked assured composed loving governed shifting inches knees
  organizations payments reactions rivers comrades jews kids checking resting chances dreamed beaten torn surrounded
  deeper entitled briefly considerably convenient creature deeply dislike entry equivalent everywhere experimental
  feeds fish fun generate graduate healthy insert interval invent laboratory membership owe partly readily realizing
  root safety scratch sum target assigning atom attribute brigade capture celebrate comfort comfortable conscience
  conscious contemporary crew curiosity denote dismiss formula furthermore gate giant height horror male motive
  nuclear praise precede professor sacrifice sail sharply sir slave stagger stall star strive succeeding tap tension
  thirty tiny wander whisky fasten openest pansy plead quack sewage southerner dusts characters miles warned arisen
  arose kicked launched recalled shots freer freest seasons hated operations tops indicates courts owning smiling
  detected presents fingers noses concentrated forcing protecting cooking riding rushing hurrying replied emerged
  songs texts sits awaited derived adopting counting operating remembers confronting marrying stretching minded
  analyses hunting twisted marching planing opposed dreams researches details confused convinced devoted arrived
  boards buildings discussions fitted issued landed requires sites units afternoons announcing bending dictionaries
  lasted measurements memories particles reacted rolled commanded existences nodded nodding resisted sighed condemned
  halted leaders smiles advice angry awake awful bottom bury cat context conventional demonstration dozen entrance
  extremely firmly forever formal french fundamental honest impact improvement instruction loose modify mysterious
  necessity numerous plug proof proposal quietly regret respectively routine shop stating strongly administer basement
  beauty beer beg clarity coincide conception coordinate correspond dignity dramatic drift evaluate factory fifteen
  filter glue hatred hut instruct journey liquor machinery mate mountain musician mystery outcome outline possessing
  prevail prevention radical regional seed sick sport talent tangent theology upstairs violence wipe bloom crouch din
  friday murmur pitcher residential september shore stockholder swiftly tumor utilize desires lacks scores argued
  images introduced ships teams volumes handling measuring staring frightened rent commands glasses expanding
  observing speaks attacking fearing farms accorded handed loses assisted converted ears emotions entertained managers
  muttered reviewed sons strengthened determines defined landing exciting lowered pretended marches swollen voting
  organized skills nations travelled travelling lieutenants skies likes tests scattered banks absolute alive
  automatically bid bite cent committee communicate crisis discourage disk disturb driver editor enormous excellent
  excuse folk grave isolate lesson magnitude mail measures medium odd precise primitive print proportion repair
  restore restricted suitable surely suspend thank wise abroad baby bag cap caring civilization cluster commence
  competitive contend convey creep criminal delight density descend duck examination impulse inquire intellectual
  interior jacket landscape mixture nail negotiate pilot plate salt sexual shower smart steady sustain taxes vanish
  venture antibody awaken characterize collage commute earthquake enact formulate iodine ma oath pistol saddle
  straighten surge tent texture tumble reads dies drops exposed bothering intending listing preparing accomplishing
  lighting commented difficulties elements flashed requirements sales cooked flowed lengths urged witnessed futures
  pasts weighed promised burnt laid occupied rises trades hurried millions signs surprising structures balls columns
  happier happiest phases yards distributions energies supposing attracting remarking responding offers pounds cleaned
  discoveries rolling attained illustrated murders hits produces filing swinging preaching deader deadest realer
  realest desired sights opens seated arguments backed registered arrested consulted halls impressed newspapers prayed
  coffees grasped leaped radiations yielded carries anyway arranged aside clearer clearest clock conference desirable
  disappearing electric equally exact extra fan fewest graph guarantee implication instantly interpretation lend luck
  mess oil opposition origin personally phrase plain presumably rarely recover risk screen selection shame signing
  specify string switch visible wooden zero abstract administrative brass champion cheer cigarette climbing cloth
  conservative constantly creative deduction dot electrical essay exaggerate faint forbid fulfill glory hasten horizon
  impressive increasingly lyric magazine meanwhile mental neutral originate outlook partner personality philosopher
  polish possession preserved pride producer proud psychologist recruit residence restrain rhythm sensation shirt
  silver spin sweat toe antenna blaze brood bunk chin cling counties deduct endure european february inning linguist
  necessitate nucleus patrol sidewalk slam spark squat suburb sway symbolize thunder uphold models approved disturbed
  clearing camping fleeing colleges muscles allotments captains figs incomes divided comparing improving occupying
  satisfying adjusting defending factors visits bowed styles learns contributing imagining valued aspects authors
  binding fixing picked artists enabled interrupted noises benefited protested whispered titles edges stairs issues
  remarks understands wishes fastened crawling screaming commoner speeds concluded traditions arcs kitchens thinner
  thinnest acquired ancient approval automobile basing bridge clarify collection confuse convince core crazy dirty
  disaster fate hell innocent joke minor nearby objection patch peculiar perfectly quit rumor severe sorry
  successfully television thereby thoroughly variable version yes accommodate ace aircraft barrel cancer ceremony
  chart chase classification clinical comprise contacts conversion courage delicate devise evidently extraordinary
  flame freeze gift honey insight institute interaction intimate invention island jazz laughter lawyer leaning legend
  moderate obligation oblige orange orbit perception presentation priest remarkable satisfaction scope sensitivity
  sheep slash slope span studio surplus terrible theological troop uneasy vehicle wildly acre august avocado betray
  departed glare gradient harbor haste helium lap licked loom metropolitan painter republican slap swift wink dogs
  faded displaying rejecting sends shorter shortest suspecting accompanying aiding affording parked strained contains
  borrowed floated teeth brethren brothers chapters cried drank halves relationships subjected teachers jerked
  mattered neighborhoods onsets understandings victories wonders clouds flows springs preferred escaped exercises
  declaring cracked rendering builds checks labors mars limits allows blocks cares grasses advertising pulling
  reminding fronts practices commanding contrasts depths portions voted writers atmospheres flatter glances
  intensities missions presences tissues enters sentences interpreting bursting commonest classes balanced planes
  restrained sleeps weights generals blows respects administration ambiguous angle boat boot button creation definite
  deliberately devices elsewhere external extract fault frequent habit helpful ignored inadequate managed merit net
  obey poem poet prime prospect raw reproduce technology traffic trap unite vaguely wonderful worthy absent actor
  amateur anxious anyhow assault assess bang beach breakfast classify compound constructing destruction dig dimension
  divorce effectiveness electricity employer era fiber fiction fierce fifth formulation forty fruit garage gentle horn
  inherit initiate inspect intent interfere intermediate lamp lawn lord mature mighty minimize missile mouse myth
  native operational pink pole portray pot profile projection rescue resent sphere stamp storm stressing symptom theme
  theorem tire transition universe utter vacuum vein viewpoint wake warrant affirm bacterial boast british brow
  cooperative corporations december depict effected enlist exerted fade fling foe greeted heave illuminate immortality
  indian nineteenth opium persisted physiological realism roaring scramble sculpture seas settlement snatch supper
  testify vigorous vivid hired neglected vanished awakened raises awards guided creates lesser nearer crowds righter
  rightest stems progresses flowers soils spends spots stores branches meetings preferring achievements camps drinks
  judgments ranged hotels realities files latest searching dancing earning flowing jumping mounting retaining ringing
  sinking blacker blackest brushing farming pitching tossing addresses packed scratched swallowed armed stocks draws
  complicated obtains refusing rating swearing benefits cooling lasting replies decides corrected decisions evenings
  examined inserted invented machines objected operators conclusions defeated dismissed extents forests promoted
  staggered throats wandered concentrations districts doubted marriages objectives pleaded reliefs solved perceived
  encouraging granting opposing exceeding sponsoring viewing released centered excited fools respected attacks
  committed describes printed reduces stiffened stays boxes anticipated bonds absolutely addition afterward automatic
  brand buffer composition dear deem desperate due dump ease effectively engineer expensive glad holiday indication
  intention internal lecture logical lunch mechanism mode mostly obscure permanent prompt regulation remote route
  specifically subtle suspicion track tune upset vector weekend adapt adventure applicant barely belt bible blink bold
  bone boss brave bunch caution classic confess consent counterpart criticize crush dawn desert designate eggs
  enterprise enthusiasm exploit exposure gasp gently guidance indicator mechanical merge minister mirror mob morality
  openly pat pity politician pose preach probable productivity railroad resistance scatter sentiment smash spur
  stealing straw stroke swim terminate violate wealth amazement analytic assurance bumblebee cafeteria cherish choke
  clamor clergyman commander crimson denounce dwelling evoke exclaim flourish foster furious gallop greeting grunt
  haul howl infantry july maid october participation quarrel respiratory retreat revive rider secede shrug spectator
  stiffen thursday trim trot voyage facilities submitted submitting workers beliefs chairs concepts cries swept
  variations fled gases comments implying preceding startling deals pairs heated breaks touches heats establishes
  replacing emerging communications linked principles requested administered corresponded cultures emphasized
  explanations instructed tracing villages amounted beginnings emptier emptiest kissed prevailed totaled dragging
  explains labeled pursued slashed trains aids flags addressing completing encountering sharing asserting deepest
  doubts honoring furnishing floating balances crushed cows laughs structured tears roofs estimates suggests suited
  affixed provisions struggles polices computed brains bullets failures goals obliged observations parents paused
  populations slid varieties americans chests glanced goalies polynomials installed installing backing settling
  yielding implied wins accompanied authorized cooled injured deducted deserved cursed sunken applies compelled dried
  accident accurate altogether chaos comparable counter cycle doubtful genuine gross intelligent invariably log lucky
  nervous nowhere peak pen pleasing presume publicly purely quarter reasonably regardless scheme severely speaker
  stable strategy stupid tape transport unfortunately widespread abandoning abstraction accelerate advocate aesthetic
  appreciation assignment authentic awareness bell bomb border ceiling comprehend confine contest continuity convict
  dash defy dependent desperately dish doom dressing echo eighth electron eleven endeavor engine enlarge entertaining
  equip excite exhibition fabric fold frown grace guilty highway injure insane intersection investment knife layer
  league legislation lightly liver magnificent medieval melody murderer muttering neat norm plainly poetry poke
  postpone pouring prayer predicting prisoner profession pump punishment ray relieved respectable revolution rip sand
  seal sector sixth slice spit squad teenager territory terror tray triumph twentieth vessel victim volunteer weary
  weekly wit allot artillery bellow bleed broaden canteen canvas carve commend diminish embrace engagement gleam
  glimpse hurl january lagoon manifold mythological nationalism nazi ninth peering reinforce repel shatter slender
  steeple subsection transportation trembling tuesday unstructured vase watercolor wednesday yank pages circles kills
  components hid knocked references solutions universities constructions descended dollars experimented figured guys
  hided purchased sailed sustained thanked tubes capacities clutched companions congregations contended conveyed
  defenses enacted erected faiths necks serums straightened mistaken permits bills slipping sworn disturbing noticing
  occurs launching rains sailing twisting shutter pitched closes marks tied stares streams represents seeks closer
  stones aiming altering attaching complaining flashing loading wears exhausted tearing urging wandering badder
  baddest specified throws responses survived tasks agents conceived danced dangers dragged scored truths absences
  busier busiest colonels sundays twos notices batteries ranks involves eliminating relaxing diminished mentions
  accepts proves couples deserted fences curves silences arguing justifying trusting belonging differing exhibiting
  leaping connections crashed invited opinions recovered sciences seconds ceased contracted grabbed grabbing
  occurrences probabilities readings tales undertaken undertook winds apartments constituted crouched hastened
  percentages taxed dates shadows assembled scared tired cherished strikes trips accordingly alarm assistant badly
  calculation cheap chooses clue code commonly criticism disc discipline emergency entity execute expresses finite
  harm ill likewise loudly mainly map naming painful pipe publication qualified reception relevant reliable roughly
  secondary shortly sophisticated spell uncertain unfortunate wine acquisition adult aloud amazing amend anticipation
  biological boil bolt boost brightness carrier cash childhood composite correlation cruel delightful depression
  deputy determination dictate discrimination drip educate electoral envelope envy estate eternal evaluation
  expedition exploration favorable fee football frantic frighten furniture hay incur inspection invade junior leather
  lightning literal lovely medicine mist naked nerve noble orchestra overhead panic passion paste persistent policeman
  preliminary privilege prize profit purple radar realistic receiver repetition reside reward romantic salvation screw
  shaped shove skilled sober socialism sole sore spiritual spray supervise supreme theatre toast verb violation wholly
  wisdom wrap wreck aerosol ambition ammunition apprentice blossom bristle builder buzz calmly cannon chiefly clay
  collector compulsive crest decomposition dissolve doorway elbow erupt footstep geometric gloom gymnastics huddle
  impurity individualism infectious jaw lurch menace mingle municipal muse pacific penetrate plank plow porous pottery
  prestige proprietor regulate rustle scar scholarship shrill slug sovereign stern suitcase surrender syllable
  testimony thicket thoughtfully thrill wail whirl fills joins coats rides messages exercised moons overcame slipped
  swore weapons breaths instants madder maddest presidents visions fails nearest outer shopping arising breathing
  careers demonstrating governing hurting kicking recalling transforming proclaiming appreciated projects resolved
  recognizes thanks bearded conducts soiled detecting concluding drugs hats fashions errors exists holes institutions
  ladies quoted readers birds bottles considerations directors expenses heroes lungs notions phenomena phenomenons
  progressed souls speeches stepped stepping stole stolen termed unions waved betrayed dinners illusions murmured
  swayed lit scheduled shoes specialized drilled
`)
