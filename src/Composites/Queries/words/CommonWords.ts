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
  made tell become feel two begin men look seeing seemed show work groups year first ask saw seen leave want way
  knowing face try known new place hold form hear day locations keep need thing knew making stand start showed little
  feeling head provide thought play state given looked mean finding good asked run better great include move people
  back eye wanted write came seeming long turn put change gave call appear follow best found taken hand help getting
  got gotten took life study never open part live thinking bring expect small going meet reach three believe consider
  let old end present gone increase world receive used lead left times last high number figure says beginning area
  continue result child serve pay started went remain right report walk lie problem develop line add boy like return
  point fight grow no always cause told happen became close watch force needed home light question water appeared foot
  indicate wait felt meaning followed sit remember showing pass turned worked years require house looking expected
  side set speak lose began begun determine voice played stop coming asking friend hope field read experience mind
  plan considered body night case reached wanting helped talk makes developed hearing moment well following certain
  name second sound shown carry possible produce giving idea program american girl often learn offer important
  understand cover interest die far drive information school fire word later answer send trying contain note surface
  taking remained type allow early four leaved effect fall woman leaded enter holding build large nothing keeping act
  door action further create payed cost spend ways happened value development family walked obtain meeting complete
  decide fact general wish different kind next describe raise reduce remembered big death love room standing away
  church material rise sense waited position tried support called establish stay heard country explain level using
  starting things fear held watched days amount job perhaps suggest dark draw whole sees kept apply concern drop
  record rate wife officer power control design direct hit occur learned passed city demand individual range represent
  seek win words working attempt cell god local reason spirit wear ground clear hour young arm involve wonder lives
  lay accept approach difference prove telling view express probably system today plant public opened becoming playing
  air center choose claim feed building written join kill order share suddenly provided returned fail government smile
  stood appearing works five history list month recognize tree week age purpose war growing turning company exist low
  measure offered greater understanding break business buy horse maintain pressure rest uses talked assume century
  really throw contained running included eyes base care mother picture prevent remove allowed course land permit
  covered established entered wrote achieve deal visit forms reading bringing fill method sometimes trial true
  expecting effort evidence hard listen morning moved sure wall needing putted gun matter minute section shoot
  together reported putting law past period road sell usually considering knows blue cut experiment process realize
  hands heads meant earth office ride society obtained ran reaching catch charge half mass social total helping
  leading activity agree enjoy human money temperature white remaining means alone announce available condition dead
  enemy forget major mention street third suggested strong subject attend real step greatest observe strike teach
  explained wished continued discover full function product single trouble various stayed brought file red training
  earlier places community developing game leg test parts bear discuss heart lived prepare situation space leaving
  believed letting concerned accepted finally six stage supply treat met added ago distance expressed father national
  necessary operate sleep suppose table window represented increased comes able feature issue push reflect student
  opening lost forward happening presented passing writing save ten top touch town paying received required gives
  attitude compare eat improve member normal religious short slowly walking data waiting joined admit attention
  direction doctor imagine influence states average check nature object patient pull quality reply separate sign
  failed areas march mark near notice simple size children served numbers art easy hang lack price rule maintained
  remembering existed gets takes led car declare letter limit literature manner merely modern particular pattern
  remark formed watching problems black color common contribute desire destroy finish living paper regard region
  religion scene success theory paid grown speaking prevented dream economic free future industry likely shape
  determined wondered finds lower attack fit gain performance source spread statement term grew seems audience basic
  command degree drink expression extend mouth movement ready score special lines animal election event fine handle
  husband moving refuse sample sort sitting values lain lied lying figures corner cry fly guess opportunity similar
  south suffer tend wide worry involved learning larger basis encourage especially estimate existing film indeed miss
  feet mans avoid cross deep example item late music older perform simply discovered sat spoken ended book difficult
  exercise growth insist refer repeat spoke planning sending affect army longer piece story carrying attended
  providing designed treated aid bad chance firm gray party political returning strange technique train limited
  address front hot offering particularly press promise reveal settle strength looks drawing placed talking answered
  floor kid policy property select soon tax friends liked filled cold fields flow hair hate heavy practice spring
  store thinks treatment ends sides containing bodies discussed supported needs points marked changes including
  studies resulted allowing court education pretty replace role roll summer sun vary vote cases mentioned entering
  smaller board employee english farm instead language maybe pain possibility travel suffering reflected stopped
  stopping bed effective final highest inch private procedure production recommend ship speed tells questions feels
  spending changed built produced understood finished becomes certainly finger latter lift organization reaction
  reporting river somewhat carried ideas shows results extended caused closed arise benefit character collect comment
  demonstrate directly importance mile outside pound publish recall season shift learnt bigger directed minds
  obtaining dying programs pushed blow daily identify military nearly research text reduced destroyed hours afternoon
  analysis apparently arrive dictionary discussion existence higher memory million poor propose schools series site
  spot unit grounds biggest hanged sent farther broken interests argue bank image immediately introduce operation team
  volume wishing setting covering establishing died types calling active block circumstance contact continuing escape
  explaining generally manager pause progress service son studying wrong begins raised staying leaves affected
  repeated fixed suggesting actually aim clearly contrast count deliver doors doubt equal inform match nation recent
  sight skill experiences youth actions chosen applying acted created teaching ball detail difficulty element entire
  equipment federal hundred hurry length maximum model oldest project release requirement sale search solid structure
  transfer spent believing seeking attempted rooms accepting advance assure christian column completely derive
  distribution happy impossible phase suffered representing driven decided facts wearing winning feeding adopt
  argument award behavior clean coffee edge empty factor grant hall labor marry personal purchase receiving serious
  straight title west plays drawn described presenting avoided headed performed services effects hoped additional
  appropriate captain carefully college display encounter entirely former income knowledge longest loss natural north
  sentence style thin drove guessed insisted regarded earliest buying fell worn ordered prepared based kinds sounded
  positions artist aspect author balance define dog enable expressing favor heat highly inside noise obviously
  physical plane protect specific square surprise touched wild forces increases studied lights joining increasing
  claimed missed applied failing jobs wants brother rain respect sharp asks serving supposed revealed changing
  selected recommended bother chapter circle class double dry gather intend proper relationship successful teacher
  tooth warm wash weight sought names removed materials maintaining fallen gained occurred occurring noted atmosphere
  attract breaking brown depth essential news oppose presence preserve previous respond slow southern standard stock
  writer drew ending preventing published adding wore powers proved recognized forming wondering worse won resulting
  levels bore acquire arrange aware combine device disappear ignore manage pair quickly rapidly stream succeed suspect
  technical trust differences related throwing systems reasons adjust branch divide england exactly flash frequently
  glass hardly hotel judgment occupy prefer professional rates reality recently rush tie yellow observed reports
  amounts chose stands holds liking papers tries box conclusion content couple decision district evening examine
  extent fix gas hide machine marriage official operator police protest quick relate ring soft thousand forgotten
  catching collected recording bases months trees weeks purposes assumed afford bar chair concept contract eight
  exchange facility flag green regular reject submit variation wind worker runs starts trained agreeing killed
  measured plans acting ages dealing supporting planned bought horses requiring informed bearing associate bill
  communication culture explanation fast fourth ordinary principle race relative relatively remind seven slip western
  pointed determining dropped dropping thoughts attending hears answering broke adopted costs achieved actual complex
  compute construct county courses current devote distant failure foreign guide hitting independent judge losing
  observation original page parent population primary quiet solve taste upper variety recorded discovering missing
  methods sounds keeps placing forced tested cutting designing delivered efforts threw thrown walls eating approve
  busy capacity component date defense dollar easily faith guard guy heavily hill jump lock medical neck obvious park
  reference retain secure solution stone university sections discussing checked laws pressed sold pictures realized
  treating largest turns absence afraid ahead bright danger fashion instant interpret main response round sudden
  survive task trip truth offices permitted permitting mentioning warning pushing intended reflecting bound improved
  processes moves smallest activities agreed caught minutes calls affair apparent appeal battery cease connection
  considerable crash credit extreme fully fund imply invite minimum mistake moral naturally opinion request review row
  safe science significant helps returns forgetting forgot acts interested stated varied views worst bit concerning
  producing dealt provides causing commission correct fresh hat killing load mad message otherwise president signed
  telephone usual vision weapon conditions mornings protected taught directing products listed answers named funds
  interesting supplies apart authority blame bottle capable consideration dinner director error expense hole incident
  institution key lady market occasionally phenomenon popular previously quote reader reasonable scale significance
  somewhere speech steal sufficient vast wheel worth causes hopes striking games legs hanging bothered situations
  includes sets varying borne account alter application assumption attach central citizen club complain food fraction
  friendly imagination install lot nice organize persuade plot positive satisfy stick substitute testing experiments
  records destroying counted matters operated rights tables windows saved spaces finishing raising writes lands
  students eaten selling granted ability appreciate arrangement band belong commercial convert department differ
  disappeared essentially europe funny historical investigate justify link network nevertheless opposite reserve
  secretary trace typical waste wire rejected ordering leads meanings struck creating driving extending regarding puts
  detailed controls ate compared fed members reducing sounding advanced functions proposed agency appearance beautiful
  campaign compose constant curious debate description duty exclude extension fewer frame freedom industrial
  international pool possibly practically precisely protection station tomorrow touching vague warn admitted admitting
  directions lists appears hung deciding follows guessing inner declared backs letters colors describing flying
  charged attempting avoiding confirm emphasis exception flight mere metal middle motion movie nine occasion peace
  performing pocket post radio react recommendation register self sheet slightly traditional unusual welcome winter
  yesterday displayed hidden suspected reaches hoping completed insisting controlled sizes stages worried revealing
  cleared settled falling marking fitting reminded orders meets academic accord advise agreement candidate choice
  competition concrete congress connected consequence cup customer damage decade distinct familiar filling flat
  hospital master please relation secret smooth suit tonight translate twice unable vacation willing prices affecting
  claiming repeating brings expects pays patterns sources statements walks pulled experienced attempts notes degrees
  easier easiest movements calculate comparison dare desk detect distinguish distribute division elect expand fair
  host joy largely minimal owner pile scientific signal staff suggestion threat uniform believes considers lets lies
  saving subjects events sorts terms shared gaining features watches opportunities refused supports handled attached
  pressing selecting corners encouraged filed interpreted surprised advantage association background closely critical
  dangerous distinction economy entitle expert fairly gradually greatly heading huge ice impose leader majority mixed
  novel occasional pick potential powerful practical pure rough security sequence session somehow spreading stuff
  substantial sufficiently superior ultimate useful valuable claims isolated concerns involving examples individuals
  items addressed shares proving publishing receives recommending supplying lacked referred referring soldier harder
  hardest closing goods passes adequate annual behave brief capital careful choosing environment financial garden
  ideal identity immediate initial instance label loan negative parallel planet prior properly quantity resource shut
  slight tendency unique unknown virtually demands remains objects lacking noting pieces covers encountered parties
  techniques collecting controlling continues recognizing serves falls altered replying worrying confirmed associated
  books satisfied alternative article bind borrow chain combination confusion continually contribution copy cure
  decrease definition delay democratic establishment extensive famous float generation health identical impression
  king legal overall pack path perfect philosophy plenty policies preparation properties rapid representation
  responsibility scan seriously sex similarly spare split status survey truck truly twelve universal weather withdraw
  pleased talks noticed assuming limiting trusted authorities develops drives costing lowest removing adds aimed
  complained flew flied flown replaced searched affairs lots stops achieving bet category chemical collapse connect
  continuous conversation east eventually knock leaf neither normally phone promising qualify recognition reduction
  reflection representative resolution restrict reverse sensitive shell simultaneously symbol tight twenty widely
  languages possibilities grows rules suspended pointing waits designs elected expanded loaded combined delivering
  informing supplied charges circumstances happens locked assured composed inches checking chances entitled briefly
  considerably convenient creature deeply dislike entry equivalent everywhere experimental feeds fish fun generate
  graduate healthy insert interval invent laboratory membership owe partly readily realizing root safety scratch sum
  target characters miles warned operations indicates detected presents fingers forcing protecting replied sits
  derived adopting counting operating remembers minded opposed details confused convinced devoted arrived boards
  buildings discussions fitted issued landed requires sites units advice angry awake awful bottom bury cat context
  conventional demonstration dozen entrance extremely firmly forever formal french fundamental honest impact
  improvement instruction loose modify mysterious necessity numerous plug proof proposal quietly regret respectively
  routine shop stating strongly desires lacks scores argued images introduced handling measuring commands expanding
  observing speaks accorded handed loses determines defined landing organized skills likes tests absolute alive
  automatically bid bite cent committee communicate crisis discourage disk disturb driver editor enormous excellent
  excuse folk grave isolate lesson magnitude mail measures medium odd precise primitive print proportion repair
  restore restricted suitable surely suspend thank wise reads dies drops bothering intending listing preparing
  commented difficulties elements flashed requirements sales promised occupied millions signs surprising structures
  supposing offers pounds hits produces filing desired opens arguments backed registered carries anyway arranged aside
  clearer clearest clock conference desirable disappearing electric equally exact extra fan fewest graph guarantee
  implication instantly interpretation lend luck mess oil opposition origin personally phrase plain presumably rarely
  recover risk screen selection shame signing specify string switch visible wooden zero models approved disturbed
  clearing colleges divided comparing improving occupying satisfying factors aspects authors binding fixing learns
  picked titles issues remarks understands wishes acquired ancient approval automobile basing bridge clarify
  collection confuse convince core crazy dirty disaster fate hell innocent joke minor nearby objection patch peculiar
  perfectly quit rumor severe sorry successfully television thereby thoroughly variable version yes displaying
  rejecting sends shorter shortest suspecting contains borrowed floated stress teeth wonders preferred builds checks
  declaring limits allows cares advertising pulling reminding enters sentences interpreting classes respects
  administration ambiguous angle boat boot button creation definite deliberately devices elsewhere external extract
  fault frequent habit helpful ignored inadequate managed merit net obey poem poet prime prospect raw reproduce
  technology traffic trap unite vaguely wonderful worthy raises creates lesser nearer spends spots branches meetings
  preferring stores addresses files latest searching draws complicated benefits obtains refusing replies decides
  corrected decisions evenings examined inserted invented machines objected operators solved encouraging granting
  opposing released describes printed reduces stays boxes absolutely addition afterward automatic brand buffer
  composition dear deem desperate due dump ease effectively engineer expensive glad holiday indication intention
  internal lecture logical lunch mechanism mode mostly obscure permanent prompt regulation remote route specifically
  subtle suspicion track tune upset vector weekend facilities submitted submitting workers comments implying deals
  pairs breaks touches peoples establishes replacing communications linked principles requested explains labeled faces
  trains addressing completing encountering sharing floating suggests suited computed installed installing backing
  settling implied wins applies accident accurate altogether chaos comparable counter cycle doubtful genuine gross
  intelligent invariably log lucky nervous nowhere peak pen pleasing presume publicly purely quarter reasonably
  regardless scheme severely speaker stable strategy stupid tape transport unfortunately widespread pages kills
  components hid knocked references solutions universities mistaken permits disturbing noticing occurs closes marks
  tied represents seeks closer stare stones fighting aiming altering attaching complaining flashing loading wears
  specified throws fellow responses survived tasks notices involves mentions accepts proves arguing justifying
  trusting connections crashed invited opinions recovered sciences seconds dates strikes accordingly alarm assistant
  badly calculation cheap chooses clue code commonly criticism disc discipline emergency entity execute expresses
  finite harm ill likewise loudly mainly map naming painful pipe publication qualified reception relevant reliable
  roughly secondary shortly sophisticated spell uncertain unfortunate wine wave fills joins messages fails nearest
  outer shopping appreciated projects recognizes thanks shot detecting battle conduct errors exists holes institutions
  ladies quoted readers arriving buys charging confirming issuing maintains proposing sing assumes contents transfers
  introducing prevents removes worries accounts applications persuaded promises wills votes according achieves asleep
  complexity compromise continuously depend disagree educational efficient electronics excess expansion false fatal
  fortune grateful grind handing literally locking mix necessarily notify omit pleasant rare repeatedly responsible
  sake significantly tank terminal unlikely usage aims pulls defining picking abilities arrangements justified
  networks stored cuts gains surprises commenting electing sells laugh smoke catches searches realizes descriptions
  excluded shake assuring borrowing deriving worlds presses pushes occasions buried wage agrees registering regards
  deemed exceptions forgets transferred transferring accuracy alternate anywhere awkward budget bulk connecting
  consistent contrary deduce dumb fancy governor hint implement incomplete initially insurance joint massive monitor
  namely output pop promptly removal replacement resident restricting sad sadly solely storage strictly useless
  utterly virtue flies bars discouraged attends hiding minding observes releases teaches advised bits consequences
  translated tying discovers deny swing bears spreads surviving newest advances mistakes stations newer advancing
  amusing discusses inviting prepares tall distributed owners suggestions thousands modified reserves treats wasted
  dozens wheels vacations experiencing operates supposes printing boys blood reflects advantages imposed sessions
  acquiring anonymous arbitrary arranging autumn card chairman comprehensive consequently convention council
  definitely differently document encounters engineering ensure favorite freely ignoring incline inevitably infinite
  intelligence managing meaningful mixing package port qualifying resort shelf silly terribly theoretical totally
  translation ultimately unaware utility weird finishes plots saves grants combining compares dividing eats handles
  improves knocking sequences shoulder listened admits closest hundreds quantities resources standards switched fits
  flashes correcting examining inserting inventing objecting relating misses timing simpler simplest guesses keys
  directs hangs sticks ties articles combinations contributions definitions glance loads tone welcomed indicated
  declares instructions burying destroys linking modifying quicker requesting enjoyed waters trucks refuses percent
  shooting advertise amuse announcement assembly attractive basically catalogue categories circuit comparatively
  compatible complicate computing confident convincing depended devoting distinctly excessive experts explicit gap
  grand hereby individually introduction library linear magic midnight packet partially random relevance ridiculous
  senior solving statistic symbols topic trick trivial trusts unhappy counts extends repeats crashes approving
  suspending shout requests suffers tends matches betting entries generated intervals owed reserved signals encourages
  faster folks trade affects annoyed avoids displays performs suits shelter voices composing crashing insists
  recovering refers releasing specifying sticking houses improvements links posted spotted spotting bidding bitten
  nights completes quickest wider widest soldiers reveals settles inclined abuse access afterwards artificial behalf
  biting broadcast channel clever complaint computer correctly domain dust eliminate employ exclusive flavor flexible
  grinding hunt independently irrelevant labeling lazy liable lip multiple naive nonsense numerical partial permission
  prone quoting regularly reluctant safely saint script shortage sometime sugar tea temporary trunk unlike unpleasant
  vastly vital drivers editors lessons restored moments fishes copies associating desiring organizing persuading
  replaces selects varies fought damages conducted knee mechanics payment locks girls visited appreciating imposing
  recommends storing alternatives implications misleading splitting threaten demanded arises collects embarrassing
  emerge excluding publishes slower slowest song stem struggle switching associates steps wastes beat dance labelled
  labelling loud measurement objections particle quitting stretch urge versions arrives deeming guaranteeing proposes
  welcoming woods approached argues introduces dominant murder advising annoy ban circulation commitment confusing
  cope datum decent edition elevator forth fundamentally happily inability integer integral invisible invitation
  justification logic magnetic minority paragraph poll rid rubber sincerely specially statistical strict subsequent
  summary temporarily tin translating unnecessary valid validity catholic ear emotion surfaces delivers informs habits
  implemented arms phrases strings distributing hides owing brush dress sky posts assures derives crowd faults honor
  paint proceed adopts entitling screens engineers guaranteed holidays shutting developments families burn energy
  objective yard tended programming dedicated defines discouraging enables protects bend characteristic confront cool
  lasts newspaper radiation rose fixes shops deaths combines churches haves bothers intends assign completion damaged
  engage media mediums muscle possess regulations speakers tapes laughed clothes opposes camp cloud fool liberal
  schedule suspects younger acquires arithmetic arranges biology bulletin chip consist consistency correction corrupt
  crisp currently dedicate deliberate depending disappears discount electronic err feasible fortunately horrible
  ignores inferior irritate manages mathematics meaningless mislead noisy originally permanently plastic preferably
  preference publicity separately simultaneous straightforward supposedly ugly user faced painting labels countries
  divides occupies prefers arc conclude kitchen presently smell tradition calculations discs executed mistook stuck
  examines generating relates reserving cards processed timed accomplish grass neighborhood victory wives feelings
  cycles rejects submits homes spirits officers traps shouted burst codes fastest illustrate intensity mission portion
  posting processing reminds sea slide suiting thick wasting cities tracks cells gods computes devotes omitted
  omitting solves tanks willed listening crossed employed climb corporation flower hurt lean logs soil sweep
  advertised amused risen approves damaging isolating jumps merits restoring proven registers interprets survives
  achievement communism defend lectures mount oxygen pace rear toss lifted threatened senses clears implies invites
  mistaking bond concentration forest promote relief throat governments youngest indicating splits wars born album
  annoying apologize belief breach catalog delivery disadvantage dubious fiscal graphic handy hardware hopefully
  illegal incidentally inconvenience index input interface intervention keen kindly legally loop mathematical
  misunderstand misuse moreover numb putt quotes rewrite scrap sensible spelling sponsor suffice supervisor syntax
  throughout ticket unlimited unwanted update upwards vice witness worthwhile enjoying companies singing alters
  complains installs nicer nicest organizes persuades satisfies traveled pressures plants centuries curse emphasize
  female liquid locate rank roof switches tear village costed appreciates belongs implementing justifies broadcasting
  conventions documented ensured shopped upsetting businesses knocks trapped trapping mothers brain bullet chest
  composes curve excludes goal perceive polynomial prints rage scream silence warns painted stretched trials demanding
  fires confirms safer safest spells typing picks abandon broad coat companion construction crawl defeat drag earn
  hire nose peer principal shadow snow tube union guns owned centers accords advises pleases translates periods
  proceeded rested roads burned possessed welcomes libraries programmed programmes statistics topics married copying
  detects distributes elects expands agent bitter career cast conceive exceed fence provision retire sink societies
  drinking ridden masses guarantees located assigned fears entitles imposes packages troops marketing visiting
  confronted temperatures accompany authorize beam bets colored constitute grab occurrence pale percentage probability
  sigh species tale undertake imagined announced streets bids bites cheaper cheapest executing misunderstanding
  conducting stresses stronger strongest wound accomplished adjusted ranges stared sung assert assistance binds blind
  borrows breath complaints computers cook copied damn drug expose floats kick moon overcome rock seat strain strip
  swear variables arts lighted attacked feared rode dated logging gathered matched acceptable apology bizarre blank
  bucket bug bus connects consumption continuation default definitive except feedback fry garbage hack incompatible
  inconsistent interact john junk keyboard layout lifetime manual mechanic mister nasty potentially qualifies randomly
  redundant restricts secondly sooner suitably tedious terminology token unnecessarily video fights approaching
  fellows sang bird challenge denying discharge domestic dressed gesture hero illusion leap lung notion pour predict
  pursue resume shaken sin soul thrust cared drunk corrects generates inserts invents owes hearts channels communities
  enemies assemble buries commit communist darkness deserve documents exhibit farmer irritating modifies participate
  politics render rich tremendous twist wording yield mounted rising attracted distances loved questioned remarked
  responded integers ridding spelled spelt discourages disturbs embarrassed isolates restores suspends firing fathers
  arrest calm climbed detective diameter emotional explode instrument primarily shook silent sketch stomach succeeded
  weakness wet hills tending documenting ensuring recovers specifies smiled towns shouting wages attitudes defended
  sleeping estimated assist bounce confuses convinces crack drill fat finance fluid launch literary management narrow
  personnel photograph proclaim quits shoe transform upsets valley visual wing attentions troubles regiment qualities
  crying doctors washing complicating hints implements irritated misled users worded denied approximately burning
  chicken chief compel disease guest halt humor multiply relax resist resolve sweet aided facing distinguished earned
  honored deems inclines shuts laughing cars patients absorbed separated stressed smokes broadcasts contributed
  regions religions scenes shifted theories absorb await brilliant cattle dirt employment entertain evident fifty
  forgive frequency grip hesitate inclining kiss loves milk musical mutter passage pitch pleasure rural shine
  strengthen fired industries gathering retained constructed leaned performances rests executes corresponding
  audiences expressions acknowledge anger blanket breathe compete composer concentrate enforce evil grade induce
  inputs integration interview investigation jerk logged misunderstood player resemble stir sympathetic terminals
  tickets typed unity updated waves weigh wood elections jumped engaged washed accidental accidentally admittedly
  alternatively analogue apple backwards cardboard colour depends directory drastic edit embarrass farthest gasoline
  global grey grinds harmful harmless hello importantly incorrect invalid labour manipulation messy mixes nobody none
  odds omits organise practise preferable processor puncture readable rely rubbish sensibly serial someplace
  sophisticate spite unacceptable undergraduate unsuitable us threatening retired animals pains crossing questioning
  shoulders crawled exceeded sponsored tones viewed abandoned analyze anticipate bow chips coach condemn consult
  daughter despair expenditure focus grasp holder impress independence jury justice mud neighbor pray protein shade
  surround undergo relations films employing percents dedicating detailing ensures samples stories accuse apparatus
  attain bastard bedroom camera cheek cite combat confidence conviction corpse decline discovery drama eager gold
  govern grim interrupt leadership northern organic powder predicted pretend prominent shaking skin steel stumble
  substance supplement swallow tool trail damned cleaning losses asserted advertises amuses apologies complicates
  corrupted edited manuals lifting youths approaches identifying stranger bent dating numbest updating admire appoint
  artistic bat bench coast complement conflict consciousness contemplate cow devil dominate dull efficiency flood
  floors formation iron neglect nest poured queen ratio satisfactory sympathy tip velocity weak appointed hairs
  heavier heaviest beating traveling crowded annoys rids rendered ringed roles rushed slept teared proceeding
  surrounding favored relaxed bugs alert arrow comedy concede cooperate crime cultural doctrine egg elaborate
  excitement explore flesh fog gay glow historian identification injury inspire intense laying manufacturer meal mood
  observer persist profound relieve rub salesman shock sister specialist spectrum squeeze stimulate tongue tough trend
  worship eliminated employees influences lips delayed demonstrated transformed shapes matching sweeping projected
  consists corrupting dedicates editing irritates misleads beds belonged differed procedures screamed identified
  loving governed shifting coded crisps initials organised processors sophisticates undergraduates knees organizations
  payments reactions rivers kids resting dreamed beaten torn surrounded deeper assigning atom attribute brigade
  capture celebrate comfort comfortable conscience conscious contemporary crew curiosity denote dismiss formula
  furthermore gate giant height horror male misunderstands motive nuclear praise precede professor putts sacrifice
  sail sharply sir slave stagger stall star strive succeeding tap tension thirty tiny updates wander whisky arisen
  arose kicked launched recalled shots hated tops courts owning smiling noses concentrated cooking riding rushing
  emerged songs texts awaited confronting marrying stretching analyses hunting twisted dreams coding fries organising
  afternoons announcing bending dictionaries lasted measurements memories particles reacted rolled condemned halted
  leaders smiles administer basement beauty beer beg clarity coincide conception coordinate correspond dignity
  dramatic drift evaluate factory fifteen filter glue hatred hut instruct journey liquor machinery mate mountain
  musician mystery outcome outline possessing prevail prevention radical regional seed sick sport talent tangent
  theology upstairs violence wipe ships teams volumes staring frightened rent corrupts edits embarrasses organises
  glasses attacking fearing assisted converted ears emotions entertained managers muttered reviewed sons exciting
  lowered pretended voting nations travelled travelling dos scattered banks abroad accessible algorithm algorithms
  alias amongst analog anybody anyplace apologise assembler baby bag beforehand behaviour binary bracket brackets byte
  bytes cannot cap caring cassette centre char chars cheque chequed cheques chequing civilization cluster colours
  commence compatibility competitive compiler compulsory constraint constraints contend convey creep criminal cs
  cumming cums cursor database defence delete deleted deletes deleting delight density descend digit digital digits
  ditto documentation doe duck engineered eraser evened evens everybody examination favour favourite firstly flavour
  format forthcoming furthest goes grands graphics grosses header hes impulse info inputted inputting inquire
  intellectual interior jacket judgement landscape leach lorries lorry mixture mod nail naughty negotiate nor nowadays
  oh option optional options organisation petrol pi pilot pint plate plea plus pointless postmaster printer printers
  printout programme programmer programmers punctuation queue re realise realised realises realising recognise
  recognised recognises recognising remotely restart rumour saki salt seminar server sexual shower smart software
  somebody soonest sophisticating sorted sorting steady storey subset sustain taxes trash unclear underneath
  unreasonable van vanish vans venture whatever whatsoever whenever whereby wherever whilst whoever without women
  exposed accomplishing lighting cooked flowed lengths urged witnessed burnt laid rises trades balls columns happier
  happiest phases yards attracting remarking responding cleaned discoveries rolling illustrated murders preaching
  sights arrested consulted halls impressed newspapers prayed abstract administrative brass champion cheer cigarette
  climbing cloth conservative constantly creative deduction dot electrical essay exaggerate faint forbid fulfill glory
  hasten horizon impressive increasingly lyric magazine meanwhile mental neutral originate outlook partner personality
  philosopher polish possession preserved pride producer proud psychologist recruit residence restrain rhythm
  sensation shirt silver spin sweat toe wrought muscles adjusting defending styles visits artists contributing enabled
  imagining interrupted noises valued edges stairs crawling screaming speeds concluded traditions accommodate ace
  aircraft barrel cancer ceremony chart chase classification clinical comprise contacts conversion courage delicate
  devise evidently extraordinary flame freeze gift honey insight institute interaction intimate invention island jazz
  laughter lawyer leaning legend moderate obligation oblige orange orbit perception presentation priest remarkable
  satisfaction scope sensitivity sheep slash slope span studio surplus terrible theological troop uneasy vehicle
  wildly dogs accompanying aiding parked brethren brothers chapters cried drank halves relationships subjected
  teachers clouds escaped exercises flows springs cracked rendering blocks practices depths portions voted writers
  bursting balanced planes restrained sleeps blows absent actor amateur anxious anyhow assault assess bang beach
  breakfast classify compound constructing destruction dig dimension divorce effectiveness electricity employer era
  fiber fiction fierce fifth formulation forty fruit garage gentle horn inherit initiate inspect intent interfere
  intermediate lamp lawn lord mature mighty minimize missile mouse myth native
`)
